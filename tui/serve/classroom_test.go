//go:build unix

package serve_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"lambdascope/tui/serve/internal/client"
)

// TestManyInAClass has a class of many, of whom one takes no output, follow turns. With
// -load it is a hundred, and what turns take is held to 200 ms.
func TestManyInAClass(t *testing.T) {
	people, turns := 20, 5
	if *load {
		people, turns = 100, 40
	}
	p := startProgram(t, "--class")
	if early, _, _ := strings.Cut(p.said.String(), "\nssh -t "); strings.Contains(early, "present ") {
		t.Errorf("said before the command for the presenter:\n%s", early)
	}
	secret := p.said.await(t, p.ended, regexp.MustCompile(`(?m)^ssh -t -p \d+ 127\.0\.0\.1 present (\S+)$`))[1]
	stall(t, p.address)
	all := make([]*client.Session, people)
	for i := range all {
		all[i] = open(t, p.address, "")
	}
	leads := open(t, p.address, "present "+secret)
	leads.AwaitText(fmt.Sprintf("%d here", people+1))
	var took []time.Duration
	bytes, own := 0, 0
	for i := range turns {
		n := 21 + i
		wants := fmt.Sprintf("‹ %d ›", n)
		before := leads.Written()
		for _, f := range all {
			bytes -= f.Written()
		}
		pressed := time.Now()
		leads.Type(fmt.Sprintf(":n %d\r", n))
		for _, f := range all {
			f.AwaitText(wants)
		}
		leads.AwaitText(wants)
		for _, f := range all {
			f.AwaitIdle(20 * time.Millisecond)
			took = append(took, f.Last().Sub(pressed))
			bytes += f.Written()
		}
		own += leads.Written() - before
	}
	within := 0
	for _, d := range took {
		if d <= loadWithin {
			within++
		}
	}
	t.Logf("%d of %d turns within %v; %d bytes a turn and seat, %d for the presenter", within, len(took), loadWithin, bytes/len(took), own/turns)
	if *load && float64(within) < loadShare*float64(len(took)) {
		t.Error("too slow")
	}
	leads.AwaitText(fmt.Sprintf("%d here", people+1))
}
