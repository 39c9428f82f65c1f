package cli

import (
	"os"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

// TestMisleadingData reads files whose meaning is off, one a row: testdata/misleading/NAME, or the
// text. check and run say what misleads, and name flags with which run no longer does.
func TestMisleadingData(t *testing.T) {
	const seam, worse = "episodes end in the first observation of another", "predict worse than no features"
	const labels = "obs_0 has 5 values, all whole"
	for _, c := range []struct {
		name, text string
		check, run string // what misleads; nothing of all that for ""
		remedy     string
	}{
		{name: "auto_same.npz", check: seam, run: seam, remedy: "--seams drop-last"},
		{name: "auto_true.npz"},
		{name: "tab.npz", check: labels, run: labels, remedy: "--features 1-hot"},
		{name: "semi.csv", run: worse, remedy: "--features identity+bias"},
		{name: "na_NA.csv", run: worse, remedy: "--features identity+bias"},
		{name: "gmix.csv", run: worse, remedy: "--features identity+bias"},
	} {
		s := newSession(t)
		if c.text == "" {
			c.text = string(testutil.Get(os.ReadFile("testdata/misleading/" + c.name))(t))
		}
		s.disk()[c.name] = c.text
		says := func(command, want string) {
			t.Helper()
			code := s.call(strings.Fields(command)...)
			out := strings.Join(strings.Fields(s.out.String()), " ")
			_, flag, _ := strings.Cut(c.remedy, " ")
			if code != 0 || !strings.Contains(out, want) || want != "" && !strings.Contains(out, strings.TrimPrefix(flag, "identity")) {
				t.Errorf("%s: exit code %d\n%s%s", command, code, s.out.String(), s.err.String())
			}
			for _, other := range []string{seam, worse, labels} {
				if want == "" && strings.Contains(out, other) {
					t.Errorf("%s: %s:\n%s", command, other, out)
				}
			}
		}
		run := "run --lambdas 0,1 --tail bootstrap --data " + c.name
		says("check "+c.name, c.check)
		says(run, c.run)
		if c.run != "" {
			says(run+" "+c.remedy, "")
		}
	}
}
