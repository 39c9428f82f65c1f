//go:build linux

package serve_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lambdascope/sim/testutil"
	"lambdascope/tui/state"
)

var (
	browser     = flag.Bool("browser", false, "run the tests in Chromium")
	axeFile     = flag.String("axe", "", "axe.min.js, with which the tests in Chromium look at the page")
	screenshots = flag.String("screenshots", "", "folder where the tests in Chromium leave pictures")
)

// chrome is a browser in a test.
type chrome struct {
	*testing.T
	ctx context.Context
}

// chromium returns a browser, or skips the test where there is none.
func chromium(t *testing.T) *chrome {
	t.Helper()
	if !*browser {
		t.Skip("want -browser")
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium: the page in a browser is not tested")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true))
	ctx, end := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	t.Cleanup(end)
	ctx, end = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(end)
	return &chrome{t, ctx}
}

// another returns another browser with a page, in a window of some size.
func (b *chrome) another(width, height int64, at string) *chrome {
	b.Helper()
	ctx, end := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	b.Cleanup(end)
	other := &chrome{b.T, ctx}
	other.step(chromedp.EmulateViewport(width, height), chromedp.Navigate(at))
	return other
}

// Type presses keys.
func (b *chrome) Type(keys string) { b.press(keys) }

// AwaitText waits until the grid has a text.
func (b *chrome) AwaitText(text string) {
	b.Helper()
	b.shows(has(text))
}

// Screen returns the text of the grid.
func (b *chrome) Screen() string { return value[string](b, screenText) }

// AwaitLink waits until the address has a text.
func (b *chrome) AwaitLink(text string) {
	b.Helper()
	b.shows(fmt.Sprintf("location.href.includes(%q)", text))
}

// Reload loads the page again.
func (b *chrome) Reload() { b.step(chromedp.Reload()) }

// chromePhone is a phone with the page that votes.
type chromePhone struct{ *chrome }

// Vote chooses an answer.
func (p chromePhone) Vote(answer int) {
	value[bool](p.chrome, fmt.Sprintf("(document.querySelectorAll('form button')[%d].click(), true)", answer))
}

// AwaitText waits until the page says a text.
func (p chromePhone) AwaitText(text string) {
	p.Helper()
	p.shows(fmt.Sprintf("document.getElementById('says').textContent.includes(%q)", text))
}

// screenText is an expression for the text of the grid.
const screenText = `[...document.querySelectorAll('#grid > div')].map(d => d.textContent).join('\n')`

// step runs actions, which are to succeed.
func (b *chrome) step(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	testutil.Check(b, chromedp.Do(b.ctx, actions...))
}

// value returns that of an expression on the page.
func value[T any](b *chrome, expression string) T {
	b.Helper()
	out, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return out
}

// shows waits until an expression is true.
func (b *chrome) shows(expression string) {
	b.Helper()
	for late := time.Now().Add(20 * time.Second); !value[bool](b, expression); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(late) {
			b.Fatalf("no %s:\n%s", expression, value[string](b, screenText+"+'\\n'+location+'\\n'+document.body.textContent.slice(-2000)"))
		}
	}
}

// has returns an expression that is true if the grid contains a text.
func has(text string) string { return fmt.Sprintf("(%s).includes(%q)", screenText, text) }

// picture leaves a picture of the page.
func (b *chrome) picture(name string) {
	b.Helper()
	if *screenshots == "" {
		return
	}
	png := testutil.Get(chromedp.Run(b.ctx, chromedp.CaptureScreenshot()))(b)
	testutil.Check(b, os.WriteFile(filepath.Join(*screenshots, name+".png"), png, 0o644))
}

// press presses keys one after the other.
func (b *chrome) press(keys ...string) {
	b.Helper()
	for _, k := range keys {
		b.step(chromedp.KeyEvent(k))
	}
}

// paste pastes the value of an expression.
func (b *chrome) paste(text string) {
	b.Helper()
	value[bool](b, `(() => { const data = new DataTransfer(); data.setData('text', `+text+`); return document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data })); })()`)
}

// prefers sets the scheme of colours that the system is said to have.
func prefers(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}

// turns has the system turn dark or light, and waits until the colours of page and app have changed.
func (b *chrome) turns(scheme string) {
	b.Helper()
	const colours = "[document.body, [...document.querySelectorAll('#grid [class^=s]')].find(e => e.textContent.trim())].map(e => { const s = getComputedStyle(e); return s.color + s.backgroundColor; })"
	before := value[[]string](b, colours)
	b.step(prefers(scheme))
	b.shows(fmt.Sprintf("%s.every((c, i) => c !== [%q, %q][i])", colours, before[0], before[1]))
}

// offset is how far the character is from its cell that is farthest from it, in pixels.
const offset = `(() => {
	const grid = document.getElementById('grid'), box = grid.getBoundingClientRect(), range = document.createRange();
	const style = document.documentElement.style, wide = parseFloat(style.getPropertyValue('--wide')), high = parseFloat(style.getPropertyValue('--high'));
	let worst = 0, what = '';
	const note = (by, of) => { if (by > worst) { worst = by; what = of; } };
	[...grid.children].forEach((line, y) => {
		note(Math.abs(line.getBoundingClientRect().top - box.top - y * high), 'row ' + y);
		let x = 0;
		const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
		for (let node; node = walk.nextNode();) {
			let at = 0;
			for (const cell of node.data.match(/\P{M}\p{M}*/gu) ?? []) {
				range.setStart(node, at);
				range.setEnd(node, at += cell.length);
				const left = range.getBoundingClientRect();
				if (left.width) note(Math.abs(left.left - box.left - x * wide), cell + ' at ' + x + ',' + y);
				x++;
			}
		}
	});
	return [worst, what];
})()`

// sizes are those of a laptop, a tablet and a phone, in pixels.
var sizes = [][2]int64{{1280, 800}, {820, 1180}, {390, 844}}

// TestBrowser uses the page as a person does, on three sizes: opens a link, turns n, sees
// the chart change, reloads and is back.
func TestBrowser(t *testing.T) {
	b := chromium(t)
	s := start(t, nil)
	for i, size := range sizes {
		var touch []chromedp.EmulateViewportOption
		if i > 0 {
			touch = append(touch, chromedp.EmulateTouch, chromedp.EmulateMobile)
		}
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		b.step(chromedp.EmulateViewport(size[0], size[1], touch...), prefers("dark"), chromedp.Navigate("http://"+s.web+"/?domain=2048&n=20"))
		b.shows(has("from λ̂"))
		if columns := value[int](b, "columns"); columns < leastColumns {
			t.Errorf("%s: %d columns, want %d", name, columns, leastColumns)
		}
		before := value[string](b, screenText)
		b.press(kb.ArrowRight)
		b.shows("location.search.includes('n=30')")
		b.shows(has("‹ 30 ›") + "||" + has("‹30›"))
		b.shows(fmt.Sprintf("!%s.includes('computing') && %[1]s !== %q", "("+screenText+")", before))
		b.picture("dark-" + name)

		b.turns("light")
		b.step(chromedp.Reload())
		b.shows(has("‹ 30 ›") + "||" + has("‹30›"))

		for k, page := range state.PageNames() {
			b.press(strconv.Itoa(k))
			b.shows(fmt.Sprintf("location.search.includes('page=%s') || %q === 'explore' && !location.search.includes('page=')", page, page))
			b.shows("document.fonts.status === 'loaded'")
			time.Sleep(300 * time.Millisecond) // of work that the page begins with
			worst := value[[]any](b, offset)
			t.Logf("%s, %s: %.2f px at most, %v", name, page, worst[0], worst[1])
			if worst[0].(float64) >= .5 {
				t.Errorf("%s, %s: %v is %v px from its cell", name, page, worst[1], worst[0])
			}
			b.picture(page + "-" + name)
			b.axe(page + " in light")
			b.turns("dark")
			b.axe(page + " in dark")
			b.turns("light")
		}

		// The mouse, a paste and a lost connection.
		b.press("1")
		b.shows(has("LOTO error"))
		at := value[[]float64](b, `(() => { const l = lines.findIndex(l => l.map(c => c[0]).join('').includes('4')), box = grid.getBoundingClientRect();
			return [box.left + (lines[l].map(c => c[0]).join('').indexOf('0 ') + .5) * wide, box.top + (l + .5) * high]; })()`)
		if i > 0 {
			b.step(chromedp.TapXY(at[0], at[1]))
		} else {
			b.step(chromedp.MouseClickXY(at[0], at[1]))
		}
		b.shows("location.search.includes('page=dial')")
		if i > 0 {
			turn := value[[]float64](b, `(() => { const box = document.querySelector('[data-press=right]').getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; })()`)
			before := value[string](b, "location.search")
			b.step(chromedp.TapXY(turn[0], turn[1]))
			b.shows(fmt.Sprintf("location.search !== %q", before))
		}
		b.press("1", ":")
		b.paste("'x'.repeat(200000)")
		b.press(kb.Escape, ":")
		b.paste("'gamma 0.9'")
		b.shows(has("gamma 0.9"))
		b.step(chromedp.Reload()) // the typed text is not in the address
		b.shows(has("gamma 0.9"))
		b.press(kb.Enter)
		b.shows("location.search.includes('gamma=0.9')")
		value[bool](b, "(socket.close(), true)")
		b.shows("!open")
		b.shows("open && " + has("0.9"))
	}
}

// TestBrowserPhone joins a class with a small phone, which votes instead or is turned. All that is
// tapped is large enough, and a tap on a key of the footer presses it.
func TestBrowserPhone(t *testing.T) {
	b := chromium(t)
	s := start(t, withClass)
	phone := func(width, height int64) chromedp.Action[chromedp.Void] {
		return chromedp.EmulateViewport(width, height, chromedp.EmulateTouch, chromedp.EmulateMobile)
	}
	tap := func(selector string) {
		t.Helper()
		at := value[[]float64](b, fmt.Sprintf("(() => { const box = document.querySelector(%q).getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; })()", selector))
		b.step(chromedp.TapXY(at[0], at[1]))
	}
	const small = `[...document.querySelectorAll('button, a, input')].filter(e => e.offsetParent && Math.min(e.offsetWidth, e.offsetHeight) < 44).map(e => e.textContent).join()`
	b.step(phone(360, 740), chromedp.Navigate("http://"+s.web+"/"))
	b.shows("!document.getElementById('narrow').hidden && !document.getElementById('vote').hidden")
	b.axe("a small phone")
	b.picture("narrow")
	if found := value[string](b, small); found != "" {
		t.Errorf("too small to tap: %s", found)
	}
	b.step(phone(740, 360))
	b.shows("document.getElementById('narrow').hidden && " + has("no presenter"))
	if rows := value[int](b, "rows"); rows < 20 {
		t.Errorf("%d rows, want 20", rows)
	}
	leads := presents(t, s.address, s.secret, 120, 30)
	leads.AwaitText("● live")
	asksClass(leads, "2")
	b.shows("!!document.querySelector('#hints [data-press=V]')")
	if found := value[string](b, small); found != "" {
		t.Errorf("too small to tap: %s", found)
	}
	b.picture("turned")
	tap("#hints [data-press=V]")
	b.shows(has("Thirty estimates"))
	b.press("1")
	b.shows(has("vote: 1, "))
	b.step(phone(360, 740))
	b.shows("!document.getElementById('narrow').hidden")
	tap("#vote")
	b.shows("location.pathname.startsWith('/vote/') && !!document.getElementById('says')?.textContent.includes('vote: 1, ')")
}

// key presses a key. Its text is what the layout makes of it, and empty where an input method takes the
// key; the code is the key's position, of which a phone's keyboard has none.
func (b *chrome) key(text, code string) {
	b.Helper()
	down := input.DispatchKeyEventParams{Type: "keyDown", Key: text, Text: text, Code: code}
	if text == "" {
		down = input.DispatchKeyEventParams{Type: "rawKeyDown", Key: "Process", Code: code, WindowsVirtualKeyCode: 229}
	}
	if unicode.IsUpper([]rune(text + "-")[0]) {
		down.Modifiers = 8 // shift
	}
	b.step(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, input.DispatchKeyEvent, down)
		return err
	}))
}

// composes has an input method show texts one after the other, and insert the last.
func (b *chrome) composes(texts ...string) {
	b.Helper()
	b.step(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		for _, text := range texts {
			end := int64(len([]rune(text)))
			if _, err := cdp.Call(ctx, tab, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: end, SelectionEnd: end}); err != nil {
				return err
			}
		}
		_, err := cdp.Call(ctx, tab, input.InsertText, input.InsertTextParams{Text: texts[len(texts)-1]})
		return err
	}))
}

// TestBrowserKeys types with other layouts, an input method and a phone's keyboard. A key of the app
// acts once, by its position where its letter means nothing, and a line of text has the letters.
func TestBrowserKeys(t *testing.T) {
	b := chromium(t)
	s := start(t, nil)
	b.step(chromedp.EmulateViewport(1280, 800), chromedp.Navigate("http://"+s.web+"/?seed=1"))
	b.shows(has("from λ̂"))
	seed := 1
	draws := func(times int) { // s draws other data
		t.Helper()
		seed += times
		b.shows(fmt.Sprintf("location.search.includes('seed=%d&') || location.search.endsWith('seed=%[1]d')", seed))
	}
	for _, letter := range []string{"s", "ы", "σ", "ד", "س", "ห", "ს"} {
		b.key(letter, "KeyS")
		draws(1)
	}
	b.key("", "KeyS")
	b.composes("ㄴ", "나")
	draws(1)
	b.key("", "") // a phone's
	b.composes("s", "ss")
	draws(2)
	b.key("", "Comma") // a sign that is not composed
	b.step(chromedp.KeyEvent("s"))
	draws(1)

	b.key("Ж", "Semicolon") // a colon begins a line
	b.shows(has("esc close"))
	b.key("ד", "KeyS")
	b.key("", "KeyS")
	b.composes("ㄴ", "나")
	b.shows(has(": ד나"))
	b.key("", "")
	b.composes("s", "so", "se", "seed")
	b.shows(has(": ד나seed"))
	b.press(kb.Backspace, kb.Backspace)
	b.shows(has(": ד나se "))
}

// leastColumns is the least number of columns on a phone.
const leastColumns = 60

// TestBrowserWords reads the page in words, and looks at it as axe does, if -axe names its file.
func TestBrowserWords(t *testing.T) {
	b := chromium(t)
	s := start(t, nil)
	b.step(chromedp.EmulateViewport(1280, 800), chromedp.Navigate("http://"+s.web+"/?domain=2048&n=20"))
	b.shows(has("from λ̂"))
	b.shows("document.getElementById('says').textContent.includes('LOTO error')")
	b.axe("the grid")
	b.press("t")
	b.shows("document.querySelectorAll('#words h1, #words table').length > 1")
	b.picture("words")
	b.axe("the page in words")
	b.press(kb.Escape)
	b.shows("document.getElementById('words').hidden")
	b.press("q")
	b.shows("!document.getElementById('ask').hidden && document.activeElement.id === 'go'")
	b.picture("ended")
	b.axe("the end")
	b.press(kb.Enter)
	b.shows(has("from λ̂"))
}

// axe runs axe-core, which finds obstacles for readers with disabilities. It takes lines made of
// characters for text, and text needs a higher contrast.
func (b *chrome) axe(what string) {
	b.Helper()
	if *axeFile == "" {
		b.Log("no -axe: what keeps people out is not looked for")
		return
	}
	code := testutil.Get(os.ReadFile(*axeFile))(b)
	b.step(chromedp.Evaluate[chromedp.Void](string(code) + ";0"))
	found := testutil.Get(chromedp.Run(b.ctx, chromedp.Evaluate[string]("{ const isText = html => !/^[\\s\\u2500-\\u28ff]*$/.test(html.replace(/<[^>]*>/g, '')); axe.run(document).then(r => JSON.stringify(r.violations.map(v => [v.id, v.help, v.nodes.map(n => n.html).filter(html => v.id !== 'color-contrast' || isText(html))]).filter(v => v[2].length))) }", chromedp.EvalAwaitPromise)))(b)
	if found != "[]" {
		b.Errorf("%s: %s", what, found)
	}
}

// TestBrowserVotes votes on each kind of question with the page itself, on the screen of a
// phone, dark and light.
func TestBrowserVotes(t *testing.T) {
	b := chromium(t)
	v := newVoting(t, nil)
	origin := "http://" + v.web
	tells := func(text string) string {
		return fmt.Sprintf("document.getElementById('says').textContent.includes(%q)", text)
	}
	b.step(chromedp.EmulateViewport(390, 844), chromedp.Navigate(origin+strings.ToUpper(v.link)))
	b.shows(tells("the question appears here"))
	for i, c := range []struct{ keys, text, vote, voted, result string }{
		{
			"V1", "Which λ has the lowest true error?",
			"s = document.querySelector('input'), s.value = 7, s.dispatchEvent(new Event('input')), document.querySelector('[type=submit]').click()",
			"Your vote: λ = 0.7.", "Median λ = 0.7.",
		},
		{takesLesson + "V\r", "Which?", "document.querySelectorAll('form button')[1].click()", "Your vote: 2, that.", "Right is 2, that."},
	} {
		v.leads.Type(c.keys)
		b.shows(fmt.Sprintf("document.getElementById('text').textContent.startsWith(%q) && document.querySelector('form').hasChildNodes()", c.text))
		b.shows(tells("You have not voted."))
		value[bool](b, "("+c.vote+", true)")
		b.shows(tells(c.voted))
		for _, scheme := range []string{"light", "dark"} {
			b.step(prefers(scheme))
			b.axe(c.text)
			b.picture(fmt.Sprintf("vote-%d-%s", i, scheme))
		}
		if i == 1 {
			b.shows("document.querySelector('[aria-pressed=true]').textContent === '2, that'")
			b.step(chromedp.Reload()) // a page keeps its vote
			b.shows(tells(c.voted))
		}
		if wide := value[float64](b, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s: %v pixels wide", c.text, wide)
		}
		v.leads.Type("z")
		b.shows(tells(c.result))
		b.shows("!document.querySelector('form').hasChildNodes()")
		b.axe("the result")
		b.picture(fmt.Sprintf("vote-%d-result", i))
		says(v.leads, c.result)
		if i == 1 {
			v.leads.AwaitText("esc close") // the panel
			v.leads.Type("V")
			v.leads.AwaitText("R class")
		}
	}

	// A vote without the phone's address. The phone waits for the next vote.
	v.leads.Type("\x1bV1")
	b.shows(tells("You have not voted."))
	for i := range 41 {
		barePhone{t, v.web, "/vote", browserFrom(loopback), phone(i)}.Vote(0)
	}
	says(v.leads, "x starts the vote again")
	v.leads.Type("x")
	b.shows(tells("takes no votes from your address"))

	// A question is text to phones and in words, whatever its characters.
	v.leads.Type("\x1b:ask <b onclick=x>Which</b>? | <script>x</script> | &amp;\r")
	b.shows("document.getElementById('text').textContent === '<b onclick=x>Which</b>?'")
	b.shows("document.querySelectorAll('form button')[1].textContent === '2, &amp;' && !document.querySelector('main b, main script')")
	v.leads.Type("z")
	b.shows(tells("Nobody has voted."))
	b.shows("document.querySelector('#result li')?.textContent === '1, <script>x</script>: 0'")
	b.step(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(origin+"/"))
	b.shows(has("● live"))
	b.press("t")
	b.shows("document.getElementById('words').textContent.includes('<b onclick=x>Which</b>?') && !document.querySelector('#words b, #words script')")
}
