package analysis

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
)

func TestParseDivision(t *testing.T) {
	for text, want := range map[string]Division{
		"own": {Regions: 3}, "own:2": {Regions: 2}, " own:4 ": {Regions: 4}, "kmeans": {KMeans: true, Regions: 3}, "kmeans:2": {KMeans: true, Regions: 2},
	} {
		got, err := ParseDivision(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
		if again, err := ParseDivision(got.String()); err != nil || again != got {
			t.Errorf("%q: %v reads back as %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "own:", "own:1", "own:5", "kmeans:x", "means", "k-means:3", "own:3:3", "kmeans:-2", strings.Repeat("own", 99)} {
		got, err := ParseDivision(text)
		if err == nil || got != (Division{}) || !strings.Contains(err.Error(), "want own or kmeans, each with 2 to 4 regions") || len(err.Error()) > 300 {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// TestRegionsOfDomains holds λ by region against the estimator, asked directly with the
// domain's own regions, and its root MSVE against the truth.
func TestRegionsOfDomains(t *testing.T) {
	e := NewEngine(1 << 24)
	for _, c := range []struct {
		problem sim.Options
		k       int
	}{
		{sim.Options{Domain: "random-walk", States: 19, Features: "dependent"}, 3},
		{sim.Options{Domain: "2048"}, 2},
		{sim.Options{Domain: "mountain-car", Features: "rbf"}, 4},
	} {
		s := domainDefaults(t, c.problem.Domain)
		c.problem.MaxSteps, c.problem.Start = s.Problem.MaxSteps, s.Problem.Start
		s.Problem, s.Trajectories, s.Seed, s.Lambdas = c.problem, 12, 5, "0:1:0.25"
		a := analyze(t, e, s)
		got, err := e.Regions(t.Context(), a, Division{Regions: c.k}, 0)
		if err != nil {
			t.Fatal(err)
		}
		domain, err := sim.New(s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		regions := &estimator.Regions{Count: c.k}
		var data []*estimator.Trajectory
		for i := range s.Trajectories {
			trajectory, err := domain.Trajectory(s.Seed, i)
			if err != nil {
				t.Fatal(err)
			}
			of, err := domain.(sim.Divided).RegionsOf(s.Seed, i, c.k)
			if err != nil {
				t.Fatal(err)
			}
			data, regions.Of = append(data, trajectory), append(regions.Of, of)
		}
		opt := estimator.Options{Gamma: s.Gamma, Lambdas: []float64{0, 0.25, 0.5, 0.75, 1}}
		want, err := estimator.SelectRegions(t.Context(), data, opt, regions, a.Selection)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Candidate.Theta, want.Theta) || !slices.Equal(got.Lambdas, want.Lambdas) || !slices.Equal(got.Steps, regions.Steps()) {
			t.Errorf("%s: λ's %v of %v steps, want %v of %v", s.Problem.Domain, got.Lambdas, got.Steps, want.Lambdas, regions.Steps())
		}
		names, _ := domain.(sim.Divided).Regions(c.k)
		if !slices.Equal(got.Names, names) || got.Centres != nil {
			t.Errorf("%s: regions %q, want %q", s.Problem.Domain, got.Names, names)
		}
		if want := a.Truth.MSVE(got.Theta); got.MSVE != want || got.Diff == 0 && want != a.MSVE[a.Selection.Selected] {
			t.Errorf("%s: MSVE %v, want %v", s.Problem.Domain, got.MSVE, want)
		}
		shares := 0.0
		for r := range got.Names {
			shares += got.Share(r)
		}
		if math.Abs(shares-1) > 1e-12 {
			t.Errorf("%s: shares of %v in all", s.Problem.Domain, shares)
		}
	}
}

// TestRegionsHeldOut holds what is left of the gain against selections without each part,
// with the regions of a file's states, of single trajectories and of groups.
func TestRegionsHeldOut(t *testing.T) {
	const parts = 3
	e := NewEngine(1 << 24)
	observations, rewards := someEpisodes(15)
	names, _, _ := dealt(len(rewards))
	for _, grouped := range []bool{false, true} {
		text := fileOf(observations, rewards)
		if grouped {
			text = groupedFile(observations, rewards, names)
		}
		s := FileDefaults(load(t, e, "a", text))
		s.Gamma, s.Lambdas, s.Features = 0.9, "0:1:0.25", "identity+bias"
		a := analyze(t, e, s)
		got, err := e.Regions(t.Context(), a, Division{KMeans: true, Regions: 2}, parts)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.HeldOut.Chosen) != parts || len(got.Centres) != 2 || len(got.Centres[0]) != 4 || got.Names[1] != "cluster 2" || !math.IsNaN(got.MSVE) {
			t.Fatalf("%+v of regions %q around %v, MSVE %v", got.HeldOut, got.Names, got.Centres, got.MSVE)
		}
		_, data, err := e.data(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		opt := e.Options(s, a.lambdas())
		groups := opt.Groups
		if (groups != nil) != grouped {
			t.Fatalf("groups %v", groups)
		}
		regions, _, err := estimator.KMeans(t.Context(), data, 2, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		one, many, steps := 0.0, 0.0, 0.0
		for part := range parts {
			var others []*estimator.Trajectory
			within := &estimator.Regions{Count: 2}
			opt.Groups = nil
			inPart := func(i int) bool {
				if grouped {
					i = groups[i]
				}
				return i%parts == part
			}
			for i, trajectory := range data {
				if !inPart(i) {
					others, within.Of = append(others, trajectory), append(within.Of, regions.Of[i])
					if grouped {
						opt.Groups = append(opt.Groups, groups[i])
					}
				}
			}
			sel, err := estimator.Select(t.Context(), others, opt)
			if err != nil {
				t.Fatal(err)
			}
			by, err := estimator.SelectRegions(t.Context(), others, opt, within, sel)
			if err != nil {
				t.Fatal(err)
			}
			if c := got.HeldOut.Chosen[part]; c.One != sel.Best().Lambda || !slices.Equal(c.Regions, by.Lambdas) {
				t.Errorf("part %d: chosen %+v, want %v and %v", part, c, sel.Best().Lambda, by.Lambdas)
			}
			for i, trajectory := range data {
				if !inPart(i) {
					continue
				}
				returns := discountedReturns(trajectory, s.Gamma)
				for step, g := range returns {
					square := func(theta []float64) float64 {
						v := -g
						for j, x := range trajectory.Features(step) {
							v += x * theta[j]
						}
						return v * v
					}
					one += square(sel.Best().Theta)
					many += square(by.Theta)
					steps++
				}
			}
		}
		h := got.HeldOut
		if one, many := one/steps, many/steps; math.Abs(h.One-one) > 1e-9*one || math.Abs(h.Regions-many) > 1e-9*many || math.Abs(h.Diff-(many-one)) > 1e-9*one || !(h.SE > 0) {
			t.Errorf("held out %+v, want %v and %v", h, one, many)
		}
	}
}

// TestRegionsOfFew has too few trajectories to hold any out, or too few for what is asked.
func TestRegionsOfFew(t *testing.T) {
	e := NewEngine(1 << 24)
	s := defaults(t)
	for n, parts := range map[int]int{2: 0, 3: 3, 4: 4, 5: 5, 9: 5} {
		s.Trajectories = n
		r, err := e.Regions(t.Context(), analyze(t, e, s), Division{Regions: 2}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.HeldOut; (got == nil) != (parts == 0) || got != nil && len(got.Chosen) != parts {
			t.Errorf("n = %d: held out %+v, want %d parts", n, got, parts)
		}
	}
}

func TestCheckRegions(t *testing.T) {
	e := NewEngine(1 << 24)
	observations, rewards := someEpisodes(6)
	file := FileDefaults(load(t, e, "a", fileOf(observations, rewards)))
	walk, three := defaults(t), defaults(t)
	three.Problem.States = 3
	for _, c := range []struct {
		settings Settings
		division Division
		nested   int
		want     string
	}{
		{file, Division{KMeans: true, Regions: 4}, 3, ""},
		{file, Division{Regions: 2}, 0, "regions own:2: a file has no division of its own: want kmeans:2"},
		{file, Division{KMeans: true, Regions: 2}, 7, "nested 7: want 2 to 6 parts"},
		{walk, Division{Regions: 4}, 20, ""},
		{walk, Division{Regions: 4}, 21, "nested 21: want 2 to 20 parts"},
		{three, Division{Regions: 4}, 0, "regions own:4: 4 regions: want 1 to 3"},
		{three, Division{KMeans: true, Regions: 4}, 0, ""},
	} {
		s, err := e.Check(c.settings)
		if err != nil {
			t.Fatal(err)
		}
		err = e.CheckRegions(s, c.division, c.nested)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, nested %d: %v, want %q", c.division, c.nested, err, c.want)
		}
		if _, failed := e.Regions(t.Context(), analyze(t, e, s), c.division, c.nested); (failed == nil) != (err == nil) {
			t.Errorf("%v, nested %d: %v, where the check says %v", c.division, c.nested, failed, err)
		}
	}
}
