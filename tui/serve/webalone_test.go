//go:build linux

package serve_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"lambdascope/tui/serve/internal/client"
)

// TestWebAlone serves a class in browsers alone: who presents types the secret of the room,
// and a page that is reloaded presents on. All are told of the end.
func TestWebAlone(t *testing.T) {
	t.Parallel()
	p := launch(t, nil, "--listen", "none", "--web", "127.0.0.1:0", "--class")
	web := p.web(t)
	secret := p.said.await(t, p.ended, regexp.MustCompile(`/present with the secret (\S+)`))[1]
	asked := client.OpenPage(t, web, client.Hello{At: "/present"})
	asked.Await("the question", func() bool { return asked.Seen().Ask == "secret" })
	student := client.OpenPage(t, web, client.Hello{Token: strings.Repeat("s", 32), At: "/"})
	student.AwaitText("no presenter")
	leads := client.OpenPage(t, web, client.Hello{Token: strings.Repeat("l", 32), At: "/present", Again: secret})
	leads.AwaitText("1 here")
	leads.Await("a place without the secret", func() bool { return leads.Seen().At.Again == secret && !strings.Contains(leads.Seen().At.Link, secret) })
	leads.Type(":n 33\r")
	student.AwaitText("33 trajectories")
	at := leads.Seen().At
	leads.Drop()
	leads = client.OpenPage(t, web, client.Hello{Token: strings.Repeat("l", 32), At: at.Link, Again: at.Again})
	leads.AwaitText("33 trajectories")
	p.signal(syscall.SIGTERM)
	student.Await("the end", func() bool { return strings.Contains(student.Seen().Said, "the server is stopping") })
	p.stops(t)
}

// TestWebFlags refuses what does not go together.
func TestWebFlags(t *testing.T) {
	t.Parallel()
	for flags, want := range map[string]string{
		"--listen none":                       "want --web",
		"--web nowhere":                       "want host:port",
		"--tls-cert x --web 127.0.0.1:0":      "want both",
		"--tls-cert x --tls-key y --web :0":   "tls-cert x",
		"--tls-cert x --tls-key y":            "want both",
		"--listen none --web 127.0.0.1:70000": "want a port",
	} {
		p := launch(t, nil, strings.Fields(flags)...)
		p.said.await(t, p.ended, regexp.MustCompile(want))
		if code := p.exit(t); code != 2 {
			t.Errorf("%s: exit %d", flags, code)
		}
	}
}

// TestWebTLS serves with a certificate, and without one asks for a password where others
// reach it.
func TestWebTLS(t *testing.T) {
	t.Parallel()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	file := func(kind string, content []byte) string {
		return write(t, string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})))
	}
	p := launch(t, nil, "--listen", "none", "--web", ":0", "--tls-cert", file("CERTIFICATE", certificate), "--tls-key", file("EC PRIVATE KEY", secret))
	link := p.said.await(t, p.ended, regexp.MustCompile(`Open: (https://\S+/)`))[1]
	p.said.await(t, p.ended, regexp.MustCompile(`Password: \S+`))
	pool := x509.NewCertPool()
	parsed, err := x509.ParseCertificate(certificate)
	if err != nil {
		t.Fatal(err)
	}
	pool.AddCert(parsed)
	by := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, DisableKeepAlives: true}}
	answer, err := by.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.ProtoMajor != 1 {
		t.Errorf("%s, %s", answer.Status, answer.Proto)
	}
	p.stops(t)
}
