package serve

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"lambdascope/assets"
)

// The bounds of requests.
const (
	requestPatience = 5 * time.Second // for a request, and for the answer
	keptOpen        = 2 * time.Second // a connection without a request
	maxHeader       = 8 << 10
	inputRate       = 64 << 10  // bytes a second of a connection
	inputBurst      = 256 << 10 // at once
)

// webServer returns a server of pages and sockets.
func (s *Server) webServer() *http.Server {
	return &http.Server{
		Handler: s.locked(s.pages()), ErrorLog: log.New(io.Discard, "", 0), // otherwise anyone could fill the log
		ReadHeaderTimeout: requestPatience, ReadTimeout: requestPatience, WriteTimeout: 2 * requestPatience, IdleTimeout: keptOpen,
		MaxHeaderBytes: maxHeader,
		ConnState: func(c net.Conn, state http.ConnState) {
			if state == http.StateHijacked { // by a session
				if r, ok := c.(*requestConn); ok {
					r.leave()
					r.session.Store(true)
				}
			}
		},
	}
}

// pages returns the handlers of pages and sockets.
func (s *Server) pages() *http.ServeMux {
	mux := http.NewServeMux()
	for _, at := range []string{"/{$}", presentPath, "/lesson", "/lesson/{name}", "/guide", "/guide/{name}"} {
		mux.HandleFunc("GET "+at, func(w http.ResponseWriter, r *http.Request) { serveAsset(w, r, "index.html") })
	}
	mux.HandleFunc("GET /web/{name}", func(w http.ResponseWriter, r *http.Request) { serveAsset(w, r, r.PathValue("name")) })
	mux.HandleFunc("GET /ws", s.openSocket)
	mux.HandleFunc("POST /ws", func(w http.ResponseWriter, r *http.Request) { s.isForeign(w, r) }) // tells a page the reason for a refused socket
	s.addVote(mux)
	return mux
}

// serveAsset answers with a shipped file. The addresses in a page are relative, because a proxy may
// serve it below any prefix.
func serveAsset(w http.ResponseWriter, r *http.Request, name string) {
	text, err := assets.Web(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if path.Ext(name) == ".html" {
		up := strings.Repeat("../", strings.Count(r.URL.EscapedPath(), "/")-1)
		text = bytes.ReplaceAll(text, []byte(`="web/`), []byte(`="`+up+"web/"))
	}
	sum := sha256.Sum256(text)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	kept := "no-cache" // asked for again, with the tag
	if path.Ext(name) == ".ttf" {
		kept = "max-age=86400"
	}
	w.Header().Set("Cache-Control", kept)
	w.Header().Set("Content-Type", cmp.Or(mime.TypeByExtension(path.Ext(name)), "font/ttf"))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// locked refuses requests for another host, and adds the headers that keep other sites out.
func (s *Server) locked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "+
			"base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !s.isCalled(r.Host) {
			http.Error(w, s.refused(r, "Host"), http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refused logs that a request is refused for a header, and returns the answer. Both name the remedy,
// because a proxy that does not pass on Host is the usual reason.
func (s *Server) refused(r *http.Request, header string) string {
	const remedy = "behind a proxy, have it pass on the header Host of the browser, and start the server with its --name"
	s.warn("request refused", addressOf(s.visitor(r)), "header "+header+": "+remedy)
	return "the server refuses the header " + header + " of this request: " + remedy
}

// isCalled reports whether a host is a name of the server. Another site can resolve a name to this
// server, and would then be no foreign origin, so names are checked; addresses are safe. Without
// Options.Name every name is accepted off loopback and behind a proxy.
func (s *Server) isCalled(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(hostOf(host), "."))
	if net.ParseIP(host) != nil || host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	if s.options.Name == "" {
		tcp, ok := s.web.(*net.TCPAddr)
		return s.options.BehindProxy || ok && !tcp.IP.IsLoopback()
	}
	return strings.EqualFold(host, hostOf(s.options.Name))
}

// isForeign refuses a request from another site's page, and reports whether the request was refused.
func (s *Server) isForeign(w http.ResponseWriter, r *http.Request) bool {
	is := foreign(r)
	if is {
		http.Error(w, s.refused(r, "Origin"), http.StatusForbidden)
	}
	return is
}

// foreign reports whether a request comes from another site's page. Browsers send Origin with every
// POST and with every request for a socket.
func foreign(r *http.Request) bool {
	from, err := url.Parse(r.Header.Get("Origin"))
	return err != nil || from.Host == "" || !strings.EqualFold(from.Host, r.Host)
}

// visitor returns the address of a request's sender.
func (s *Server) visitor(r *http.Request) net.Addr {
	at, err := net.ResolveTCPAddr("tcp", r.RemoteAddr) // numbers, without a lookup
	if err != nil {
		return &net.TCPAddr{}
	}
	if s.options.BehindProxy && at.IP.IsLoopback() {
		said := r.Header.Values("X-Forwarded-For")
		if len(said) > 0 { // the last entry is the proxy's, the others may be forged
			all := strings.Split(said[len(said)-1], ",")
			if ip := net.ParseIP(strings.TrimSpace(all[len(all)-1])); ip != nil {
				return &net.TCPAddr{IP: ip}
			}
		}
	}
	return at
}

// requestListener bounds connections without a session.
type requestListener struct {
	net.Listener
	server *Server
}

func (l requestListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &requestConn{Conn: c, server: l.server, typed: rate.NewLimiter(inputRate, inputBurst)}, nil
}

// requestConn is a connection of a browser.
type requestConn struct {
	net.Conn
	server *Server
	enter  sync.Once
	mu     sync.Mutex
	place  *entry
	left   bool

	session atomic.Bool   // a session has the connection
	typed   *rate.Limiter // bytes read
}

// Read waits for a place first. The rate is bounded, because frames without content would keep a
// processor busy. A proxy's connection has no bound until it is a session's, because many visitors
// share it.
func (c *requestConn) Read(p []byte) (int, error) {
	c.enter.Do(func() {
		if from, ok := c.RemoteAddr().(*net.TCPAddr); c.server.options.BehindProxy && ok && from.IP.IsLoopback() {
			return // the proxy's connection, shared by all visitors
		}
		place := c.server.requests.enter(c.server.ctx, addressOf(c.RemoteAddr()), func() { _ = c.Conn.Close() })
		if place == nil {
			_ = c.Close()
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.place = place; c.left {
			place.leave()
		}
	})
	n, err := c.Conn.Read(p)
	if c.session.Load() || c.place != nil {
		_ = c.typed.WaitN(c.server.ctx, n) // fails when the server stops
	}
	return n, err
}

// leave gives up the place.
func (c *requestConn) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.left && c.place != nil {
		c.place.leave()
	}
	c.left = true
}

func (c *requestConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
