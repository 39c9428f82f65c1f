package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/serve"
)

// errNoBrowser is why a picture of a browser can't be taken.
var errNoBrowser = errors.New("there is no chromium")

// The windows of the browser and of the phone beside it, in pixels.
const (
	browserWidth, browserHeight = 1120, 700
	phoneWidth, between         = 390, 16
)

// host is what the browser calls the server.
const host = "lambda.example.org"

// browser returns a picture of the page of who presents, and beside it that of a phone that
// has voted: of a server, with a class that has p.class browsers and twice as many phones.
func (r renderer) browser(p picture) ([]byte, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, errNoBrowser
	}
	ctx, cancel := context.WithTimeout(r.ctx, long)
	defer cancel()
	address, stop, err := r.server(ctx)
	if err != nil {
		return nil, err
	}
	defer stop()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("host-resolver-rules", "MAP "+host+" "+address), chromedp.Flag("blink-settings", "preferredColorScheme=0")) // dark
	ctx, end := chromedp.NewExecAllocator(ctx, options...)
	defer end()
	leads, end := chromedp.NewContext(ctx)
	defer end()
	phone, end := chromedp.NewContext(leads)
	defer end()

	query := strings.Join(p.args, "&")
	if err := chromedp.Do(leads, chromedp.EmulateViewport(browserWidth, browserHeight), chromedp.Navigate("http://"+host+"/?"+query)); err != nil {
		return nil, err
	}
	for _, s := range []struct{ shows, keys string }{{"λ̂ =", "R"}, {"open a room", "1"}, {"● live", ""}} {
		if err := typeOn(leads, s.shows, s.keys); err != nil {
			return nil, err
		}
	}
	code, err := chromedp.Run(leads, chromedp.Evaluate[string]("location.pathname.split('/').pop()"))
	if err != nil {
		return nil, err
	}
	for i := range p.class {
		if err := follow(ctx, address, code, i); err != nil {
			return nil, err
		}
	}
	for i := range 2*p.class - 1 {
		if err := vote(ctx, address, code, i, ""); err != nil {
			return nil, err
		}
	}
	for _, s := range []struct{ shows, keys string }{{fmt.Sprintf("%d on phones", 2*p.class-1), "V"}, {"Which λ has", "1"}, {"The class votes", ""}} {
		if err := typeOn(leads, s.shows, s.keys); err != nil {
			return nil, err
		}
	}
	for i := range 2*p.class - 1 {
		if err := vote(ctx, address, code, i, fmt.Sprintf(`,"vote":1,"guess":%.1f`, float64(2+i%7)/10)); err != nil {
			return nil, err
		}
	}
	const slide = "{ const s = document.querySelector('input'); s.value = 4; s.dispatchEvent(new Event('input')); document.querySelector('[type=submit]').click() }"
	if err := chromedp.Do(phone, chromedp.EmulateViewport(phoneWidth, browserHeight), chromedp.Navigate("http://"+host+"/vote/"+code)); err != nil {
		return nil, err
	}
	if err := await(phone, "document.querySelector('input') !== null"); err != nil {
		return nil, err
	}
	if _, err := chromedp.Run(phone, chromedp.Evaluate[chromedp.Void](slide)); err != nil {
		return nil, err
	}
	votes := fmt.Sprintf("%d votes, %d here, %[1]d phones", 2*p.class, p.class)
	if err := await(phone, has("main", votes)); err != nil {
		return nil, err
	}
	if err := await(leads, has("#grid", votes)); err != nil {
		return nil, err
	}
	return beside(leads, phone)
}

// server starts a server for browsers.
func (r renderer) server(ctx context.Context) (address string, stop func(), err error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return "", nil, err
	}
	signer, err := gossh.NewSignerFromKey(key)
	if err != nil {
		return "", nil, err
	}
	s, err := serve.New(serve.Options{Engine: r.engine, HostKey: signer, Name: host})
	if err != nil {
		return "", nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, serve.Doors{Web: l}) }()
	return l.Addr().String(), func() { cancel(); <-ended }, nil
}

// typeOn types keys on a page once it shows a text.
func typeOn(ctx context.Context, shows, keys string) error {
	if err := await(ctx, has("#grid", shows)); err != nil {
		return err
	}
	return chromedp.Do(ctx, chromedp.KeyEvent(keys))
}

// has is an expression that is true where an element of a page has a text.
func has(selector, text string) string {
	return fmt.Sprintf("document.querySelector(%q).textContent.includes(%q)", selector, text)
}

// await waits until an expression is true on a page.
func await(ctx context.Context, expression string) error {
	for {
		is, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		if err != nil || is {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// token is that of the page of somebody.
func token(who string, i int) string { return fmt.Sprintf("%s%030d", who, i) }

// follow has a browser in the room, until the server ends.
func follow(ctx context.Context, address, code string, i int) error {
	ws, _, err := websocket.Dial(ctx, "ws://"+address+"/ws", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://" + address}}})
	if err != nil {
		return err
	}
	go func() {
		for err := error(nil); err == nil; {
			_, _, err = ws.Read(ctx)
		}
	}()
	return ws.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"token":%q,"at":"/join/%s","columns":100,"rows":30}`, token("b", i), code))
}

// vote sends what a phone does.
func vote(ctx context.Context, address, code string, i int, guess string) error {
	body := fmt.Sprintf(`{"token":%q%s}`, token("p", i), guess)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/vote/"+code, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Origin", "http://"+address)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		err = errors.New(answer.Status)
	}
	return errors.Join(err, answer.Body.Close())
}

// beside returns a picture of two pages.
func beside(left, right context.Context) ([]byte, error) {
	all := image.NewRGBA(image.Rect(0, 0, browserWidth+between+phoneWidth, browserHeight))
	draw.Draw(all, all.Rect, image.NewUniform(color.Gray{Y: 128}), image.Point{}, draw.Src)
	for at, page := range map[int]context.Context{0: left, browserWidth + between: right} {
		file, err := chromedp.Run(page, chromedp.CaptureScreenshot())
		if err != nil {
			return nil, err
		}
		shot, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			return nil, err
		}
		draw.Draw(all, shot.Bounds().Add(image.Pt(at, 0)), shot, image.Point{}, draw.Src)
	}
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&file, all)
	return file.Bytes(), err
}
