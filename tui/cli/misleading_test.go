package cli

import (
	"os"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

// TestMisleadingData reads files whose meaning is off, one a row: testdata/misleading/NAME, or the
// text. check and run say what misleads, and the remedy leaves nothing to say.
func TestMisleadingData(t *testing.T) {
	for _, c := range []struct {
		name, text string
		says       string // by check and by run
		remedy     string // flags
	}{
		{name: "auto_same.npz", says: "59 of 60 episodes end in the first observation of another", remedy: "--seams drop-last"},
		{name: "auto_true.npz"},
	} {
		s := newSession(t)
		if c.text == "" {
			c.text = string(testutil.Get(os.ReadFile("testdata/misleading/" + c.name))(t))
		}
		s.disk()[c.name] = c.text
		for _, command := range []string{"check " + c.name, "run --lambdas 0,1 --data " + c.name} {
			code := s.call(strings.Fields(command)...)
			out := strings.Join(strings.Fields(s.out.String()), " ")
			if c.says == "" && strings.Contains(out, "--seams") {
				t.Errorf("%s: a false alarm:\n%s", command, out)
			}
			if code != 0 || !strings.Contains(out, c.says) || c.says != "" && !strings.Contains(out, c.remedy) {
				t.Errorf("%s: exit code %d\n%s%s", command, code, s.out.String(), s.err.String())
			}
		}
		if code := s.call(strings.Fields("run --lambdas 0,1 --data " + c.name + " " + c.remedy)...); code != 0 || c.says != "" && strings.Contains(s.out.String(), c.says[:20]) {
			t.Errorf("%s with %s: exit code %d\n%s%s", c.name, c.remedy, code, s.out.String(), s.err.String())
		}
	}
}
