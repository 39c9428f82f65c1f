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
	"os"
	"path/filepath"
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

// TestWebTLS serves with a certificate, which it reads again on SIGHUP, and without a
// password of the flags asks for one where others reach it.
func TestWebTLS(t *testing.T) {
	t.Parallel()
	certificate, key := filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	first := certify(t, certificate, key)
	p := launch(t, nil, "--listen", "none", "--web", ":0", "--tls-cert", certificate, "--tls-key", key)
	link := p.said.await(t, p.ended, regexp.MustCompile(`Open: (https://\S+/)`))[1]
	p.said.await(t, p.ended, regexp.MustCompile(`Password: \S+`))
	get := func(with *x509.Certificate) (*http.Response, error) {
		pool := x509.NewCertPool()
		pool.AddCert(with)
		by := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, DisableKeepAlives: true}}
		answer, err := by.Get(link)
		if err == nil {
			_ = answer.Body.Close()
		}
		return answer, err
	}
	answer, err := get(first)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK || answer.ProtoMajor != 1 {
		t.Errorf("%s, %s", answer.Status, answer.Proto)
	}
	second := certify(t, certificate, key)
	p.signal(syscall.SIGHUP)
	p.said.await(t, p.ended, regexp.MustCompile(`certificate reloaded`))
	if _, err := get(second); err != nil {
		t.Error(err)
	}
	if _, err := get(first); err == nil {
		t.Error("the first certificate is still there")
	}
	if err := os.WriteFile(certificate, []byte("none"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.signal(syscall.SIGHUP)
	p.said.await(t, p.ended, regexp.MustCompile(`the certificate stays as it was`))
	if _, err := get(second); err != nil {
		t.Error(err)
	}
	p.stops(t)
}

// certify writes a certificate for loopback, and its key.
func certify(t *testing.T, certificate, key string) *x509.Certificate {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	public, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: public}, key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parsed, err := x509.ParseCertificate(public)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}
