//go:build unix

package serve

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lambdascope/sim/analysis"
	"lambdascope/tui/serve/internal/client"
	"lambdascope/tui/state"
)

var (
	browser     = flag.Bool("browser", false, "run the tests in Chromium")
	axeFile     = flag.String("axe", "", "axe.min.js, with which the tests in Chromium look at the page")
	screenshots = flag.String("screenshots", "", "folder where the tests in Chromium leave pictures")
)

// webServing starts a server for browsers and SSH on loopback, which ends with the test.
func webServing(t *testing.T, o Options) (s *Server, web, ssh string) {
	t.Helper()
	return webServingThrough(t, o, unsent)
}

// webServingThrough is webServing, with connections that hold so many bytes of what is not
// yet taken.
func webServingThrough(t *testing.T, o Options, unsent int) (s *Server, web, ssh string) {
	t.Helper()
	if o.Engine == nil {
		o.Engine = analysis.NewEngine(64 << 20)
	}
	o.Grace, o.Away = time.Second, cmp.Or(o.Away, 30*time.Second)
	o.HostKey, o.Log = newSigner(t), slog.New(slog.NewTextHandler(&record{}, nil))
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	var doors Doors
	for _, l := range []*net.Listener{&doors.SSH, &doors.Web} {
		if *l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	}
	address := doors.Web.Addr().String()
	doors.Web = narrow{doors.Web.(*net.TCPListener), unsent}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, doors) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s, address, doors.SSH.Addr().String()
}

// chromium returns a browser, or skips the test where there is none.
func chromium(t *testing.T) context.Context {
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
	return ctx
}

// screenText is what a page's grid has.
const screenText = `[...document.querySelectorAll('#grid > div')].map(d => d.textContent).join('\n')`

// step runs actions, which are to succeed.
func step(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// value returns that of an expression on the page.
func value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return out
}

// shows waits until an expression is true.
func shows(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	for late := time.Now().Add(20 * time.Second); !value[bool](t, ctx, expression); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("no %s:\n%s", expression, value[string](t, ctx, screenText+"+'\\n'+location+'\\n'+document.getElementById('told').textContent"))
		}
	}
}

// has is an expression that is true where the grid has a text.
func has(text string) string { return fmt.Sprintf("(%s).includes(%q)", screenText, text) }

// picture leaves a picture of the page.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	if *screenshots == "" {
		return
	}
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name+".png"), png, 0o644); err != nil {
		t.Fatal(err)
	}
}

// press presses keys one after the other.
func press(t *testing.T, ctx context.Context, keys ...string) {
	t.Helper()
	for _, k := range keys {
		step(t, ctx, chromedp.KeyEvent(k))
	}
}

// paste pastes the value of an expression.
func paste(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	value[bool](t, ctx, `(() => { const data = new DataTransfer(); data.setData('text', `+text+`); return document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data })); })()`)
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
// the chart change, joins a room, votes, reloads and is back.
func TestBrowser(t *testing.T) {
	ctx := chromium(t)
	_, web, ssh := webServing(t, Options{})
	leads := client.Open(t, connect(t, ssh), client.View{Width: 100, Height: 30, Command: "present"})
	code, _ := leads.Room()
	for i, size := range sizes {
		var touch []chromedp.EmulateViewportOption
		if i > 0 {
			touch = append(touch, chromedp.EmulateTouch, chromedp.EmulateMobile)
		}
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		step(t, ctx, chromedp.EmulateViewport(size[0], size[1], touch...), prefers("dark"), chromedp.Navigate("http://"+web+"/?domain=2048&n=20"))
		shows(t, ctx, has("λ̂ ="))
		if columns := value[int](t, ctx, "columns"); columns < leastColumns {
			t.Errorf("%s: %d columns, want %d", name, columns, leastColumns)
		}
		before := value[string](t, ctx, screenText)
		press(t, ctx, kb.ArrowRight)
		shows(t, ctx, "location.search.includes('n=30')")
		shows(t, ctx, has("‹ 30 ›")+"||"+has("‹30›"))
		shows(t, ctx, fmt.Sprintf("!%s.includes('computing') && %[1]s !== %q", "("+screenText+")", before))
		picture(t, ctx, "dark-"+name)

		paper := "getComputedStyle(document.body).backgroundColor"
		dark := value[string](t, ctx, paper)
		ink := value[string](t, ctx, "getComputedStyle(document.querySelector('#grid [class^=s]')).color")
		step(t, ctx, prefers("light"))
		shows(t, ctx, fmt.Sprintf("%s !== %q", paper, dark))
		shows(t, ctx, fmt.Sprintf("getComputedStyle(document.querySelector('#grid [class^=s]')).color !== %q", ink))
		step(t, ctx, chromedp.Reload())
		shows(t, ctx, has("‹ 30 ›")+"||"+has("‹30›"))

		for k, page := range state.PageNames() {
			press(t, ctx, strconv.Itoa(k))
			shows(t, ctx, fmt.Sprintf("location.search.includes('page=%s') || %q === 'explore' && !location.search.includes('page=')", page, page))
			shows(t, ctx, "document.fonts.status === 'loaded'")
			time.Sleep(300 * time.Millisecond) // of work that the page begins with
			worst := value[[]any](t, ctx, offset)
			t.Logf("%s, %s: %.2f px at most, %v", name, page, worst[0], worst[1])
			if worst[0].(float64) >= .5 {
				t.Errorf("%s, %s: %v is %v px from its cell", name, page, worst[1], worst[0])
			}
			picture(t, ctx, page+"-"+name)
		}

		// The mouse, a paste and a lost connection.
		press(t, ctx, "1")
		shows(t, ctx, has("LOTO error"))
		at := value[[]float64](t, ctx, `(() => { const l = lines.findIndex(l => l.map(c => c[0]).join('').includes('4')), box = grid.getBoundingClientRect();
			return [box.left + (lines[l].map(c => c[0]).join('').indexOf('0 ') + .5) * wide, box.top + (l + .5) * high]; })()`)
		if i > 0 {
			step(t, ctx, chromedp.TapXY(at[0], at[1]))
		} else {
			step(t, ctx, chromedp.MouseClickXY(at[0], at[1]))
		}
		shows(t, ctx, "location.search.includes('page=dial')")
		if i > 0 {
			turn := value[[]float64](t, ctx, `(() => { const box = document.querySelector('[data-key=ArrowRight]').getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; })()`)
			before := value[string](t, ctx, "location.search")
			step(t, ctx, chromedp.TapXY(turn[0], turn[1]))
			shows(t, ctx, fmt.Sprintf("location.search !== %q", before))
		}
		press(t, ctx, "1", ":")
		paste(t, ctx, "'x'.repeat(200000)")
		press(t, ctx, kb.Escape, ":")
		paste(t, ctx, "'gamma 0.9'")
		shows(t, ctx, has("gamma 0.9"))
		step(t, ctx, chromedp.Reload()) // which is in no address
		shows(t, ctx, has("gamma 0.9"))
		press(t, ctx, kb.Enter)
		shows(t, ctx, "location.search.includes('gamma=0.9')")
		value[bool](t, ctx, "(socket.close(), true)")
		shows(t, ctx, "!open")
		shows(t, ctx, "open && "+has("0.9"))

		step(t, ctx, chromedp.Navigate("http://"+web+"/join/"+code))
		leads.AwaitText("1 here")
		shows(t, ctx, has("live")+"||"+has("●"))
		leads.Type(":n 33\r")
		leads.AwaitText("‹ 33 ›")
		shows(t, ctx, has("33"))
		leads.Type("V")
		leads.AwaitText("Ask the class")
		leads.Type("3")
		shows(t, ctx, has("V votes"))
		press(t, ctx, "V", "4", "0", kb.Enter)
		shows(t, ctx, has("Your vote: n = 40"))
		leads.AwaitText("1 vote")
		picture(t, ctx, "vote-"+name)
		step(t, ctx, chromedp.Reload())
		shows(t, ctx, has("Your vote: n = 40"))
		leads.AwaitText(" 1 here ·  0 away")
		leads.Type("z") // ends the vote
		shows(t, ctx, "!"+has("V votes"))
		leads.Type("z")
		step(t, ctx, chromedp.Navigate("about:blank"))
		leads.AwaitText("0 here")
	}
}

// leastColumns is how many columns of cells a phone has.
const leastColumns = 44

// TestBrowserWords reads the page in words, and looks at it as axe does, if -axe names its file.
func TestBrowserWords(t *testing.T) {
	ctx := chromium(t)
	_, web, _ := webServing(t, Options{})
	step(t, ctx, chromedp.EmulateViewport(1280, 800), chromedp.Navigate("http://"+web+"/?domain=2048&n=20"))
	shows(t, ctx, has("λ̂ ="))
	shows(t, ctx, "document.getElementById('says').textContent.includes('LOTO error')")
	axe(t, ctx, "the grid")
	press(t, ctx, "t")
	shows(t, ctx, "document.querySelectorAll('#words h1, #words table').length > 1")
	picture(t, ctx, "words")
	axe(t, ctx, "the page in words")
	press(t, ctx, kb.Escape)
	shows(t, ctx, "document.getElementById('words').hidden")
	press(t, ctx, "q")
	shows(t, ctx, "!document.getElementById('ask').hidden && document.activeElement.id === 'go'")
	picture(t, ctx, "ended")
	axe(t, ctx, "the end")
	press(t, ctx, kb.Enter)
	shows(t, ctx, has("λ̂ ="))
}

// axe has axe-core look for what keeps people from using the page. It takes lines that are
// drawn of characters for text, whose contrast would have to be larger.
func axe(t *testing.T, ctx context.Context, what string) {
	t.Helper()
	if *axeFile == "" {
		t.Log("no -axe: what keeps people out is not looked for")
		return
	}
	code, err := os.ReadFile(*axeFile)
	if err != nil {
		t.Fatal(err)
	}
	step(t, ctx, chromedp.Evaluate[chromedp.Void](string(code)+";0"))
	found, err := chromedp.Run(ctx, chromedp.Evaluate[string]("{ const isText = html => !/^[\\s\\u2500-\\u28ff]*$/.test(html.replace(/<[^>]*>/g, '')); axe.run(document).then(r => JSON.stringify(r.violations.map(v => [v.id, v.help, v.nodes.map(n => n.html).filter(isText)]).filter(v => v[2].length))) }", chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if found != "[]" {
		t.Errorf("%s: %s", what, found)
	}
}

// keyToPaint turns n to and fro, and returns what passes from each key to the frame in
// which the page has changed, in milliseconds.
const keyToPaint = `(async () => {
	const grid = document.getElementById('grid'), keys = document.getElementById('keys'), took = [];
	const pause = ms => new Promise(done => setTimeout(done, ms));
	for (let i = 0; i < 100; i++) {
		await pause(120);
		await new Promise(done => {
			const began = performance.now();
			const seen = new MutationObserver(() => {
				seen.disconnect();
				requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => { took.push(performance.now() - began); done(); }; c.port2.postMessage(0); });
			});
			seen.observe(grid, { subtree: true, childList: true });
			keys.dispatchEvent(new KeyboardEvent('keydown', { key: i % 2 ? 'ArrowLeft' : 'ArrowRight', bubbles: true, cancelable: true }));
		});
	}
	return took;
})()`

// TestBrowserLatency measures it.
func TestBrowserLatency(t *testing.T) {
	ctx := chromium(t)
	_, web, _ := webServing(t, Options{})
	step(t, ctx, chromedp.EmulateViewport(1280, 800), chromedp.Navigate("http://"+web+"/?domain=2048&n=50"))
	shows(t, ctx, has("λ̂ ="))
	took, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](keyToPaint, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(took)
	t.Logf("key to paint: median %.0f ms, p95 %.0f ms", took[len(took)/2], took[len(took)*95/100])
	if took[len(took)/2] > 100 {
		t.Error("too slow")
	}
}
