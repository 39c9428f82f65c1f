package serve

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"lambdascope/assets"
)

// serveAsset answers with a file that ships.
func serveAsset(w http.ResponseWriter, r *http.Request, name string) {
	text, err := assets.Web(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", cmp.Or(mime.TypeByExtension(path.Ext(name)), "font/ttf"))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// foreign reports whether a request does not come from one of the server's own pages.
// Browsers say where a request comes from that may change something, or opens a socket.
func foreign(r *http.Request) bool {
	from, err := url.Parse(r.Header.Get("Origin"))
	return err != nil || from.Host == "" || !strings.EqualFold(from.Host, r.Host)
}

// visitor returns the address that a request comes from.
func (s *Server) visitor(r *http.Request) net.Addr {
	at, err := net.ResolveTCPAddr("tcp", r.RemoteAddr) // of numbers: nothing is looked up
	if err != nil {
		return &net.TCPAddr{}
	}
	return at
}

// known returns by what a page's person is known: nothing, where its token is none.
func known(token string) string {
	if len(token) < 22 || len(token) > 64 {
		return ""
	}
	sum := sha256.Sum256([]byte("page " + token))
	return hex.EncodeToString(sum[:])
}
