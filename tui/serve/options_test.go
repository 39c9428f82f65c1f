package serve

import (
	"crypto/ed25519"
	"math"
	"net"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// newSigner returns a key.
func newSigner(t *testing.T) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return must.Have(gossh.NewSignerFromKey(private))(t)
}

func TestOptions(t *testing.T) {
	key := newSigner(t)
	good := Options{Engine: analysis.NewEngine(1), HostKey: key}
	for want, change := range map[string]func(o *Options){
		"":        func(*Options) {},
		"engine":  func(o *Options) { o.Engine = nil },
		"host":    func(o *Options) { o.HostKey = nil },
		"public":  func(o *Options) { o.Public, o.Password = true, "correct horse battery" },
		"passwor": func(o *Options) { o.Password = "short" },
		"limits":  func(o *Options) { o.Rate = math.NaN() },
		"times":   func(o *Options) { o.Idle = -1 },
		"name \"": func(o *Options) { o.Name = "-oProxyCommand=x" },
	} {
		o := good
		change(&o)
		_, err := New(o)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, name := range []string{"a b", "x;y", "$(x)", "x\ny"} {
		if checkName(name) == nil {
			t.Errorf("name %q is taken", name)
		}
	}
	for address, granted := range map[string]bool{"127.0.0.1": true, "127.9.9.9": true, "::1": true, "0.0.0.0": false, "::": false, "10.0.0.1": false} {
		at := &net.TCPAddr{IP: net.ParseIP(address)}
		if (good.mayListen(at) == nil) != granted {
			t.Errorf("%s, open to all: want it granted: %t", address, granted)
		}
		for _, o := range []Options{{Public: true}, {Access: Access{Password: "correct horse battery"}}, {Access: Access{AuthorizedKeys: []gossh.PublicKey{key.PublicKey()}}}} {
			if err := o.mayListen(at); err != nil {
				t.Error(err)
			}
		}
	}
	if good.mayListen(&net.TCPAddr{}) == nil {
		t.Error("all addresses, open to all")
	}
}

// TestServeRefusesOtherAddresses is the last line where a caller has not looked.
func TestServeRefusesOtherAddresses(t *testing.T) {
	s := must.Have(New(Options{Engine: analysis.NewEngine(1), HostKey: newSigner(t)}))(t)
	l := must.Have(net.Listen("tcp", "0.0.0.0:0"))(t)
	if err := s.Serve(t.Context(), Doors{SSH: l}); err == nil || !strings.Contains(err.Error(), "want keys, a password or Public") {
		t.Errorf("%v, want it refused", err)
	}
	if _, err := l.Accept(); err == nil {
		t.Error("the listener is still open")
	}
}

// TestReserve keeps places for keys where others come without one.
func TestReserve(t *testing.T) {
	keys := []gossh.PublicKey{newSigner(t).PublicKey()}
	for _, c := range []struct {
		Options
		want int
	}{
		{Options{Access: Access{AuthorizedKeys: keys}, Public: true}, 20},
		{Options{Access: Access{AuthorizedKeys: keys, Password: "correct horse battery"}}, 20},
		{Options{Access: Access{AuthorizedKeys: keys}}, 0},
		{Options{Access: Access{Password: "correct horse battery"}}, 0},
		{Options{Public: true}, 0},
	} {
		c.MaxSessions = 200
		if got := c.reserve(); got != c.want {
			t.Errorf("with %d keys, public %t, password %q: a reserve of %d, want %d", len(c.AuthorizedKeys), c.Public, c.Password, got, c.want)
		}
	}
}
