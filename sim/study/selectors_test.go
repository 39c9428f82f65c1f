package study

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
)

// selectorNames are those of all selectors.
func selectorNames() (names []string) {
	for _, s := range estimator.Selectors() {
		names = append(names, s.String())
	}
	return names
}

// selectorPlan returns a plan with all selectors for the defaults of a domain.
func selectorPlan(t testing.TB, domain string, trials int, sizes ...int) Plan {
	t.Helper()
	return Plan{Settings: domainDefaults(t, domain), Sizes: sizes, Trials: trials, Selectors: selectorNames()}
}

func TestCheckSelectors(t *testing.T) {
	e := analysis.NewEngine(1 << 20)
	p := selectorPlan(t, "", 3, 2, 9)
	p.Selectors = []string{"greedy", "loto"}
	checked, err := CheckPlan(e, p)
	if err != nil || !slices.Equal(checked.Selectors, []string{"loto", "greedy"}) {
		t.Fatalf("%q, %v", checked.Selectors, err)
	}
	for want, names := range map[string][]string{
		`selector "none": want all, or a list of`: {"none"},
		`selector "loto" twice`:                   {"loto", "loto"},
	} {
		wrong := p
		wrong.Selectors = names
		if _, err := CheckPlan(e, wrong); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v\nwant %s…", err, want)
		}
	}
}

// chosenBy adds to trials made by hand what selectors gave in them: an MSVE per trial,
// and λ = 0 in the first so many, else 1; below 0 for none.
func chosenBy(p *Plan, trials []*Trial, name string, zeros int, msve ...float64) {
	p.Selectors = append(p.Selectors, name)
	for j, x := range trials {
		c := Choice{Selector: name, Theta: []float64{math.Sqrt(msve[j])}, MSVE: msve[j]}
		if zeros >= 0 {
			c.Lambda = new(float64)
			if j >= zeros {
				*c.Lambda = 1
			}
		}
		x.Outcomes[0].Selectors = append(x.Outcomes[0].Selectors, c)
	}
}

func TestSelectorsByHand(t *testing.T) {
	p := Plan{Settings: defaults(t), Sizes: []int{7}}
	trials := handMade(&p, [][]float64{{4, 1, 9}, {1, 4, 16}, {4, 1, 4}}, []int{0, 1, 2})
	chosenBy(&p, trials, "smallest", 2, 3, 3, 6)
	chosenBy(&p, trials, "greedy", -1, 1, 4, 1)
	s := summarize(p, []float64{0, .5, 1}, trials, exactly{})
	rows := s.SelectorRows()
	var names []string
	for _, r := range rows {
		names = append(names, r.Selector)
	}
	if want := []string{"smallest", "greedy", NameLSTDBest, NameLSTDWorst}; !slices.Equal(names, want) {
		t.Fatalf("rows %q, want %q", names, want)
	}
	// The best λ has 1, 4, 1 with the mean 2, ALLSTD 4, 4, 4.
	root := math.Sqrt
	if r := rows[0]; r.MSVE != (Mean{4, 1}) || !closeTo(r.Ratio.Ratio, root(2), 1) || !closeTo(r.OfALLSTD.Ratio, 1, 1) || !closeTo(r.Lambda, 1./3, 1) || r.AtZero != 2 || r.Trials != 3 || r.Trajectories != 7 {
		t.Errorf("%+v", r)
	}
	// 3−2·1, 3−2·4, 6−2·1: mean 0, their standard error over √ the mean of the best.
	if r, se := rows[0], root((1+25+16)/2./3)/2; !closeTo(r.Ratio.Low, root(max(0, 2-z95*se)), 1) || !closeTo(r.Ratio.High, root(2+z95*se), 1) {
		t.Errorf("interval %+v", r.Ratio)
	}
	if r := rows[1]; r.Ratio != (Ratio{1, 1, 1}) || !closeTo(r.OfALLSTD.Ratio, root(.5), 1) || !math.IsNaN(r.Lambda) || r.AtZero != 0 {
		t.Errorf("%+v", r)
	}
	if r := rows[2]; r.Lambda != .5 || r.AtZero != 0 || r.MSVE != s.Sizes[0].LSTD[1] {
		t.Errorf("%+v", r)
	}
	if got := s.Standings(); !reflect.DeepEqual(got, []Standing{{Trajectories: 7, Least: "greedy", Level: []string{"loto", "smallest"}}}) {
		t.Errorf("three trials tell %+v", got)
	}
}

// TestStandings tells selectors apart where the trials do, and only there.
func TestStandings(t *testing.T) {
	const n = 20
	p := Plan{Settings: defaults(t), Sizes: []int{7}}
	var msve [][]float64
	var near, far, better, same []float64
	for j := range n {
		v := 4 + float64(j%5)
		wobble := float64(j%2) - .5
		msve = append(msve, []float64{v, v + 1, v + 2})
		same = append(same, v+1)
		near, far, better = append(near, v+1+3*wobble), append(far, v+9+wobble), append(better, v-2+wobble/10)
	}
	trials := handMade(&p, msve, slices.Repeat([]int{1}, n))
	chosenBy(&p, trials, "smallest", 0, same...)
	chosenBy(&p, trials, "average", -1, near...)
	chosenBy(&p, trials, "greedy", -1, better...)
	chosenBy(&p, trials, "bellman", n, far...)
	s := summarize(p, []float64{0, .5, 1}, trials, exactly{})
	want := []Standing{{Trajectories: 7, Least: "greedy", Better: []string{"greedy"}, Worse: []string{"bellman"}, Same: []string{"smallest"}}}
	if got := s.Standings(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	var places []string
	for _, r := range s.SelectorRows() {
		places = append(places, r.Selector+" "+r.Place+" "+r.OverALLSTD)
	}
	if want := "smallest  same,average  ,greedy lowest better,bellman  worse,LSTD(best)  ,LSTD(worst)  "; strings.Join(places, ",") != want {
		t.Errorf("places %q, want %q", strings.Join(places, ","), want)
	}
	s.Plan.Selectors = nil
	if got := s.Standings(); got != nil {
		t.Errorf("without selectors: %+v", got)
	}
}

// TestSelectorsCost: with all selectors a trial counts under twice as much.
func TestSelectorsCost(t *testing.T) {
	for _, domain := range sim.Domains() {
		for _, n := range []int{10, 100, 1000} {
			with := selectorPlan(t, domain, 1, n)
			with.Settings.Trajectories = n
			without := with
			without.Selectors = nil
			if a, b := with.Cost(), without.Cost(); !(a > b && a < 2*b) {
				t.Errorf("%s, n = %d: %v with selectors, %v without", domain, n, a, b)
			}
		}
	}
}
