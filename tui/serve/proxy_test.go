//go:build linux

package serve_test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/coder/websocket"

	"lambdascope/assets"
	"lambdascope/sim/testutil"
	"lambdascope/tui/serve"
)

// TestProxies opens the app through Caddy and nginx, as far as they are installed, with the
// configurations of the guide. A forged address of a visitor does not get through.
func TestProxies(t *testing.T) {
	t.Parallel()
	guide := string(testutil.Get(assets.Guide("server"))(t))
	caddy := regexp.MustCompile("(?s)```\n((?:lambda\\.)?example\\.org \\{.*?)```").FindAllStringSubmatch(guide, -1)
	nginx := regexp.MustCompile("(?s)```\n(server \\{.*?)```").FindStringSubmatch(guide)[1]
	withoutTLS := regexp.MustCompile(`(?m)^\s*ssl_.*$`).ReplaceAllString(nginx, "")
	for _, c := range []struct{ proxy, prefix, config string }{
		{"caddy", "/", caddy[0][1]},
		{"caddy", "/lambda/", caddy[1][1]},
		{"nginx", "/lambda/", withoutTLS},
		{"nginx", "/", strings.Replace(withoutTLS, "location /lambda/", "location /", 1)},
	} {
		t.Run(c.proxy+c.prefix, func(t *testing.T) {
			t.Parallel()
			path, err := exec.LookPath(c.proxy)
			if err != nil {
				t.Skip(err)
			}
			s := start(t, func(o *serve.Options) { o.BehindProxy = true })
			at := freePort(t)
			config := strings.NewReplacer("127.0.0.1:8080", s.web, "443 ssl", at, "lambda.example.org", "http://"+at, "example.org {", "http://"+at+" {").Replace(c.config)
			folder := t.TempDir()
			process := exec.Command(path, "run", "--adapter", "caddyfile", "--config", write(t, "{\n\tadmin off\n}\n"+config))
			if c.proxy == "nginx" {
				temporary := ""
				for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
					temporary += fmt.Sprintf("%s_temp_path %s/%[1]s;\n", kind, folder)
				}
				config = "daemon off; pid " + folder + "/pid; events {} http { access_log off;\n" + temporary + config + "}"
				process = exec.Command(path, "-e", "stderr", "-c", write(t, config))
			}
			said := new(transcript)
			process.Stdout, process.Stderr, process.Env = said, said, []string{"HOME=" + folder}
			testutil.Check(t, process.Start())
			t.Cleanup(func() {
				_ = process.Process.Signal(syscall.SIGTERM)
				_ = process.Wait()
			})
			awaitListener(t, at)
			by := browserFrom("127.0.0.9")
			for path, want := range map[string]string{"lesson/dial": `="../web/app.js"`, "": `="web/app.js"`, "web/app.js": "use strict"} {
				if answer, text := get(t, by, "GET", "http://"+at+c.prefix+path, nil, ""); answer.StatusCode != http.StatusOK || !strings.Contains(text, want) {
					t.Errorf("%s: %s, no %q", path, answer.Status, want)
				}
			}
			ws, _, err := websocket.Dial(t.Context(), "ws://"+at+c.prefix+"ws", &websocket.DialOptions{
				HTTPClient: by, HTTPHeader: http.Header{"Origin": {"http://" + at}, "X-Forwarded-For": {"192.0.2.7"}},
			})
			testutil.Check(t, err)
			defer ws.CloseNow()
			ws.SetReadLimit(1 << 20)
			testutil.Check(t, ws.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"at":"/","base":"http://%s%s","columns":100,"rows":30}`, at, c.prefix)))
			for shown := false; !shown; {
				_, text, err := ws.Read(t.Context())
				testutil.Check(t, err)
				shown = bytes.Contains(text, []byte("LOTO error"))
			}
			s.said.says(t, `msg=session .*address=127\.0\.0\.9 `)
			s.said.lacks(t, "192.0.2.7")
		})
	}
}

// TestUnit verifies the unit of the guide with systemd, if it is installed, and starts the server with
// the unit's flags and a host key in the mode of systemd's credentials.
func TestUnit(t *testing.T) {
	t.Parallel()
	guide := string(testutil.Get(assets.Guide("server"))(t))
	unit := regexp.MustCompile("(?s)```\n(\\[Unit\\]\n.*?)```").FindStringSubmatch(guide)[1]
	line := regexp.MustCompile(`ExecStart=(\S+) serve (.*)`).FindStringSubmatch(unit)
	key := filepath.Join(t.TempDir(), "host_key")
	flags := strings.NewReplacer(":2222", "127.0.0.1:0", "127.0.0.1:8080", "127.0.0.1:0", "${CREDENTIALS_DIRECTORY}/host_key", key).Replace(line[2])
	for range 2 { // makes the key, and reads it as a credential
		launch(t, strings.Fields(flags)...).listens(t).stops(t)
		testutil.Check(t, os.Chmod(key, 0o440))
	}
	systemd, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip(err)
	}
	file := filepath.Join(folderOf(t, map[string]string{"lambdascope.service": strings.Replace(unit, line[1], "/bin/true", 1)}), "lambdascope.service")
	if said, err := exec.Command(systemd, "verify", "--man=no", file).CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%v: %s", err, said)
	}
}

// awaitListener waits until something listens on an address.
func awaitListener(t *testing.T, at string) {
	t.Helper()
	until(t, "a listener", func() bool {
		c, err := net.Dial("tcp", at)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
}

// lastPort counts the ports of freePort.
var lastPort atomic.Int64

// freePort returns an address that nobody listens on. Its port is below those that systems choose,
// because a test beside this one would get such a port.
func freePort(t *testing.T) string {
	t.Helper()
	for {
		at := fmt.Sprint("127.0.0.1:", 20_000+int64(os.Getpid()%10_000)+lastPort.Add(1))
		if l, err := net.Listen("tcp", at); err == nil {
			testutil.Check(t, l.Close())
			return at
		}
	}
}
