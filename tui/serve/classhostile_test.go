//go:build unix

package serve_test

import (
	"fmt"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/serve/internal/client"
)

// says waits for a text, however its lines are broken.
func says(s *client.Session, text string) {
	s.Await(text, func(screen string) bool { return strings.Contains(strings.Join(strings.Fields(screen), " "), text) })
}

// TestClassJoinsAtOnce has a whole class connect at the same instant, from one address,
// with the default flags of --class: nobody is lost. Then they vote, one of them as fast
// as it can, and others with what is no vote. With -long they are a hundred.
func TestClassJoinsAtOnce(t *testing.T) {
	t.Parallel()
	people, fast := withLong(4, 100), withLong(60, 500)
	p := startProgram(t, "--class")
	secret, leads := p.secret(t), p.leads(t)
	type dialed struct {
		*gossh.Client
		error
	}
	start, lines := make(chan struct{}), make(chan dialed, people)
	for range people {
		go func() {
			<-start
			c, err := client.Dial(p.address)
			lines <- dialed{c, err}
		}()
	}
	close(start)
	var all []*client.Session
	for i := range people {
		line := <-lines
		if line.error != nil {
			t.Fatalf("%d of %d have connected: %v", i, people, line.error)
		}
		t.Cleanup(func() { _ = line.Close() })
		all = append(all, client.Open(t, line.Client, client.View{Width: 80, Height: 24}))
	}
	leads.AwaitText(fmt.Sprintf("%3d here ·  0 away", people))

	leads.Type("V")
	leads.AwaitText("Ask the class")
	leads.Type("2")
	leads.AwaitText(fmt.Sprintf("0 votes, %d here", people))
	for _, s := range all[:3] {
		says(s, "V votes.")
	}
	flood, wrong, quiet := all[0], all[1], all[2]
	flood.Type(strings.Repeat("V50\rV\x1bV7\r", fast) + "V70\r")
	wrong.Type("V1\r") // a seat that has only this
	says(wrong, "Not voted: guess 1: want a whole number, 2 to 100000")
	wrong.Type("V999999999\r")
	says(wrong, "Not voted: guess 999999: want")
	quiet.Type("V100\r")
	says(quiet, "Your vote: n = 100.")
	says(flood, "Your vote: n = 70.")
	leads.AwaitText(fmt.Sprintf("2 votes, %d here", people))
	leads.Type("z")
	for _, s := range []*client.Session{leads, wrong, quiet, flood} {
		says(s, fmt.Sprintf("2 votes, %d here, median n = 85.", people))
	}
	leads.Type("V") // closes the panel
	leads.AwaitText("more data usually")
	leads.Type("V")
	leads.AwaitText("Ask the class")
	leads.Type("1")
	for _, s := range all[:3] {
		says(s, "Put λ there with")
	}
	flood.Type(strings.Repeat("<V.V,V", fast) + ">V") // λ = 1 comes last, and once
	quiet.Type("<V")
	says(quiet, "Your vote: λ = 0.")
	says(flood, "Your vote: λ = 1.")
	leads.AwaitText(fmt.Sprintf("2 votes, %d here", people))
	leads.Type("z")
	for _, s := range []*client.Session{leads, wrong, quiet, flood} {
		says(s, fmt.Sprintf("2 votes, %d here, median λ = 0.5.", people))
	}
	forged := open(t, p.address, "present "+secret[1:]+secret[:1])
	forged.AwaitText("no room has this secret")
	leads.Type(":n 33\r")
	quiet.AwaitText("n ‹33›")
}
