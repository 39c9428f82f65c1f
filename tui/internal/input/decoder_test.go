package input

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// decoded returns the events of a text, in words, and of the silence after it.
func decoded(t *testing.T, d *Decoder, text string) []string {
	t.Helper()
	var out []string
	note := func(event uv.Event) {
		switch e := event.(type) {
		case nil:
		case uv.KeyPressEvent:
			out = append(out, e.String())
		default:
			out = append(out, strings.TrimPrefix(fmt.Sprintf("%T %[1]v", e), "uv."))
		}
	}
	for i := range len(text) {
		event, err := d.Next(text[i])
		if err != nil {
			t.Fatalf("%.40q: %v", text, err)
		}
		note(event)
	}
	note(d.Expire())
	return out
}

func TestKeys(t *testing.T) {
	for text, want := range map[string][]string{
		"aλ見A ~":                          {"a", "λ", "見", "A", "space", "~"},
		"e\u0301":                         {"e", "\u0301"},
		"\r\t\x7f\x03\x1a\x00":            {"enter", "tab", "backspace", "ctrl+c", "ctrl+z", "ctrl+space"},
		"\x1b":                            {"esc"},
		"\x1b\x1b":                        {"alt+esc"},
		"\x1b\x1b\x1b":                    {"esc", "alt+esc"},
		"\x1b[A\x1bOB\x1b[1;2C":           {"up", "down", "shift+right"},
		"\x1b[5~\x1b[6;5~\x1b[Z":          {"pgup", "ctrl+pgdown", "shift+tab"},
		"\x1bx\x1bλ\x1b\r":                {"alt+x", "alt+λ", "alt+enter"},
		"\x1b\x1b[A":                      {"alt+up"},
		"\x1b[":                           {"alt+["},
		"\x1bO":                           {"alt+shift+o"},
		"\x1b]":                           {"alt+]"},
		"\x1b[7$\x1b[7^\x1b[a":            {"shift+home", "ctrl+home", "shift+up"}, // urxvt
		"\x1b[[Ax":                        {"x"},                                   // F1 of Linux's console
		"\x1b[97u\x1b[97;5u":              {"a", "ctrl+a"},                         // kitty
		"\x1b[955;1;955u\x1b[57352u":      {"λ", "up"},
		"\x1b[97;1:2u\x1b[97;1:3u":        {"a"}, // a repeat and a release
		"\x1b[27;5;105~":                  {"ctrl+i"},
		"\x1b[I\x1b[O":                    {"FocusEvent {}", "BlurEvent {}"},
		"\x1b[<0;10;5M\x1b[<0;10;5m":      {"MouseClickEvent left", "MouseReleaseEvent left"},
		"\x1b[<64;1;1M\x1b[<32;2;2M":      {"MouseWheelEvent wheelup", "MouseMotionEvent left+motion"},
		"\x1b[M !!x":                      {"MouseClickEvent left", "x"},
		"\x1b\x1b[<0;10;5Mx":              {"esc", "x"},
		"\x1b[200~0.5\nλ\x1b[A\x1b[201~q": {"PasteEvent 0.5\nλ\x1b[A", "q"},
		"\x1b\x1b[200~quit\x1b[201~x":     {"esc", "PasteEvent quit", "x"},
		"\x1b[200~\xff\x1b[201\x1b[201~\x1b[201~": {"PasteEvent \x1b[201"},
	} {
		if got := decoded(t, NewDecoder(new(Questions)), text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestDropped sends sequences that the decoder drops. The next key passes.
func TestDropped(t *testing.T) {
	for _, text := range []string{
		"\x1b[48;20000;20000;1;1t", "\x1b[8;20000;20000t", "\x1b[4;100;100t", "\x1b[6;20;10t", "\x1b[22;0;0t",
		"\x1b[65;0;97;1;0;65535_", "\x1b[0;0;27;1;0;1_", "\x1b[0;0;57000;0;0;1_", // win32-input-mode
		"\x1b[?997;1n", "\x1b[?62;1;4c", "\x1b[>1;2;3c", "\x1bP!|00000000\x1b\\", "\x1bP>|xterm\x1b\\",
		"\x1bP1+r524742\x1b\\", "\x1b[?1u", "\x1b[>4;2m", "\x1b[10;20R", "\x1b[1;1R", "\x1b[?1;1R",
		"\x1b]52;c;cXVpdA==\x07", "\x1b]10;#ffffff\x07", "\x1b]11;#ffffff\x07", "\x1b]12;#ffffff\x1b\\",
		"\x1b[?2026;2$y", "\x1b[?2027;2$y", "\x1b[?25;1$y",
		"\x1b_Gi=1;OK\x1b\\", "\x1b^x\x1b\\", "\x1bXx\x1b\\", "\x1b]11;cut\x18", "\x1b]11;x\x1a",
		"\x1b[" + strings.Repeat(";", 40) + "1A", // Ultraviolet's reader panics
		"\x1b[" + strings.Repeat("1;", 2000) + "A", "\x1b[99999999999999999999A", "\x1b[<0;99999999;1M",
		"\x1b[8238u", "\x1b[7u\x1b[97;1;7u", "\x1b[27;1;8238~", "\x1b[97;1;8238u", // unprintable text
		"\u202e", "\u200b", "\u2028", "\U000e0041", "\ufeff", "\u009b", "\x1b\u202e",
		"\xff", "\xc0\x80", "\xed\xa0\x80", "\x80\x9b\x9d", "\x1b\xff", "\xf0\x9f", "\x1b\xe2\x80",
		"\x1b[1\x7f", "\x1b[\xff", "\x1bO\xff",
	} {
		got := decoded(t, NewDecoder(new(Questions)), text+"x")
		if keys := slices.DeleteFunc(slices.Clone(got), func(s string) bool { return strings.HasPrefix(s, "ctrl+") || s == "backspace" }); !slices.Equal(keys, []string{"x"}) {
			t.Errorf("%.60q and x: %q", text, got)
		}
	}
	for _, text := range []string{"\x1b]0;never", "\x1bP1", "\x1b[1;", "\x1b_x\x1b", "\x1b[1;1;", "λ"[:1]} { // unfinished
		d := NewDecoder(new(Questions))
		if got := decoded(t, d, text); len(got) > 0 {
			t.Errorf("%q: %q", text, got)
		}
		if got := decoded(t, d, "x"); !slices.Equal(got, []string{"x"}) {
			t.Errorf("%q, silence, x: %q", text, got)
		}
	}
}

// TestAnswers lets an answer through once, where it was asked for.
func TestAnswers(t *testing.T) {
	const colour, sync, unicode = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b[?2026;2$y", "\x1b[?2027;2$y"
	asked := new(Questions)
	d := NewDecoder(asked)
	if got := decoded(t, d, colour+sync+unicode); len(got) > 0 {
		t.Errorf("unasked: %q", got)
	}
	const question = "text \x1b[?25h" + ansi.RequestBackgroundColor
	if n, err := io.WriteString(asked.Writer(io.Discard), question); n != len(question) || err != nil {
		t.Fatal(n, err)
	}
	got := decoded(t, d, "\x1b]11;none\x07"+strings.Repeat(colour+sync+unicode+"\x1b[?2028;1$y", 3))
	if want := []string{"BackgroundColorEvent #ffffff"}; !slices.Equal(got, want) {
		t.Errorf("asked once: %q, want %q", got, want)
	}
}

// TestUnfinishedPaste types after the mark that begins a paste: for two seconds the keys
// are part of the paste, then they are keys again. A paste that arrives slowly is whole. The
// rest of a paste that stalled, as over Wi-Fi, is not typed into the app.
func TestUnfinishedPaste(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe()
		events, ended := make(chan uv.Event, 100), make(chan error, 1)
		go func() { ended <- NewDecoder(new(Questions)).Stream(t.Context(), in, func(e uv.Event) { events <- e }) }()
		send := func(text string) {
			if _, err := io.WriteString(out, text); err != nil {
				t.Error(err)
			}
			synctest.Wait()
		}
		send("\x1b[200~")
		for range 7 {
			time.Sleep(300 * time.Millisecond)
			send("x")
		}
		if event := <-events; fmt.Sprint(event) != "x" || len(events) != 0 {
			t.Errorf("after two seconds: %v and %d more", event, len(events))
		}
		send("\x1b[200~")
		want := ""
		for range 10 {
			time.Sleep(1500 * time.Millisecond)
			send("a line of it\n")
			want += "a line of it\n"
		}
		send(ansi.BracketedPasteEnd)
		if event := <-events; event != (uv.PasteEvent{Content: want}) {
			t.Errorf("a slow paste is %v", event)
		}
		send("\x1b[200~the first half of a text, ")
		time.Sleep(2500 * time.Millisecond)
		send("which quits" + ansi.BracketedPasteEnd)
		if len(events) != 0 {
			t.Errorf("the rest of a stalled paste is %v", <-events)
		}
		_ = out.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestTooLong ends the input at what no terminal sends.
func TestTooLong(t *testing.T) {
	for _, start := range []string{"\x1b[200~", "\x1b]", "\x1bP", "\x1b_", "\x1b[", "\x1bO", "\x1b[1;2"} {
		d := NewDecoder(new(Questions))
		for i := range len(start) {
			_, _ = d.Next(start[i])
		}
		n, err := 0, error(nil)
		for ; n < 2*maxPiece && err == nil; n++ {
			_, err = d.Next('1')
			if kept := cap(d.seq) + cap(d.paste); kept > 4*maxPiece {
				t.Fatalf("%q: %d bytes kept", start, kept)
			}
		}
		if !errors.Is(err, ErrTooLong) || n > maxPiece+1 {
			t.Errorf("%q: %v after %d bytes", start, err, n)
		}
	}
}

// FuzzDecoder: any bytes give accepted events alone.
func FuzzDecoder(f *testing.F) {
	for _, seed := range []string{
		"\x1b[48;20000;20000;1;1t\x1b[8;20000;20000t", "\x1b[65;0;97;1;0;65535_\x1b[0;0;55357;0;0;1_", "\x1b[;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;1A",
		"\x1b]11;rgb:ff/ff/ff\x07\x1b[?2026;2$y", "\x1b[200~x\x1b[201~", "\x1b]52;c;eA==\x1b\\", "\x1bP1+r52\x1b\\", "\x1b\x1b\x1b[A\x1bOA\x1b[[A",
		"\x1b[M\xff\xff\xff", "\x1b[97;1;8238u\x1b[27;1;7~", "λ\u202e\xff\xe2\x80", "\x1b]11;#\x07\x1b]11;rgb:/\x07\x1b]11;rgba:1/1/1/1\x07",
	} {
		f.Add([]byte(seed), byte(0))
		f.Add([]byte(seed), byte(3))
	}
	f.Fuzz(func(t *testing.T, bytes []byte, silence byte) { // after each so many bytes
		asked := new(Questions)
		_, _ = io.WriteString(asked.Writer(io.Discard), ansi.RequestBackgroundColor)
		d := NewDecoder(asked)
		answers := 0
		check := func(event uv.Event) {
			switch e := event.(type) {
			case nil, uv.MouseClickEvent, uv.MouseReleaseEvent, uv.MouseMotionEvent, uv.MouseWheelEvent, uv.FocusEvent, uv.BlurEvent:
			case uv.KeyPressEvent:
				if len(e.Text) > maxSequence || strings.ContainsAny(e.Text, "\x1b\x07\u202e\u200b\u2028") {
					t.Errorf("key %+q", e.Text)
				}
			case uv.PasteEvent:
				if len(e.Content) > maxPiece {
					t.Errorf("a paste of %d bytes", len(e.Content))
				}
			case uv.BackgroundColorEvent:
				if answers++; answers > 1 {
					t.Errorf("a second answer: %v", e)
				}
			default:
				t.Errorf("%T %[1]v", e)
			}
			if cap(d.seq) > 2*maxSequence || cap(d.paste) > 4*maxPiece {
				t.Errorf("kept: %d and %d bytes", cap(d.seq), cap(d.paste))
			}
		}
		for i, b := range bytes {
			event, err := d.Next(b)
			if err != nil {
				if len(bytes) < maxPiece {
					t.Errorf("after %d bytes: %v", i, err)
				}
				return
			}
			check(event)
			if silence > 0 && i%int(silence) == 0 {
				check(d.Expire())
			}
		}
		check(d.Expire())
		for _, b := range []byte("\x18" + ansi.BracketedPasteEnd) { // ends every sequence and paste
			event, _ := d.Next(b)
			check(event)
		}
		if event, _ := d.Next('x'); d.state != ground {
			t.Errorf("in the end: state %d, x is %v", d.state, event)
		}
	})
}
