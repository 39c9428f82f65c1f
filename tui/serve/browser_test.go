//go:build unix

package serve

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"lambdascope/sim/analysis"
)

var (
	browser     = flag.Bool("browser", false, "run the tests in Chromium")
	screenshots = flag.String("screenshots", "", "folder where the tests in Chromium leave pictures")
)

// webServing starts a server for browsers and SSH on loopback, which ends with the test.
func webServing(t *testing.T, o Options) (s *Server, web, ssh string) {
	t.Helper()
	if o.Engine == nil {
		o.Engine = analysis.NewEngine(64 << 20)
	}
	o.Grace = time.Second
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
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, doors) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s, doors.Web.Addr().String(), doors.SSH.Addr().String()
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

func TestBrowser(t *testing.T) {
	ctx := chromium(t)
	_, web, _ := webServing(t, Options{})
	for _, size := range [][2]int64{{1280, 800}, {820, 1180}, {390, 844}} {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		step(t, ctx, chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate("http://"+web+"/?domain=2048"))
		shows(t, ctx, has("λ̂ ="))
		picture(t, ctx, name)
	}
}
