package cli

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/spf13/cobra"
	"pgregory.net/rapid"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// parseSettings reads flags as the commands do.
func parseSettings(env Env, args []string) (analysis.Settings, error) {
	var c cobra.Command
	s := addSettings(&c, env)
	if err := c.ParseFlags(args); err != nil {
		return analysis.Settings{}, err
	}
	return s.resolve(context.Background())
}

// drawSettings draws valid settings, of a domain or of the file.
func drawSettings(t *rapid.T, s *session) analysis.Settings {
	var out analysis.Settings
	if rapid.Bool().Draw(t, "recorded") {
		name := rapid.SampledFrom([]string{"walk.jsonl", "-"}).Draw(t, "file")
		f, err := s.Files.Open("walk.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		loaded, err := s.Engine.Load(name, f)
		if err != nil {
			t.Fatal(err)
		}
		out = analysis.FileDefaults(loaded)
		out.Trajectories = rapid.IntRange(2, 4).Draw(t, "n")
	} else {
		domain := rapid.SampledFrom(sim.Domains()).Draw(t, "domain")
		var err error
		if out, err = analysis.Defaults(domain); err != nil {
			t.Fatal(err)
		}
		if out.Problem.States != 0 {
			out.Problem.States = 2*rapid.IntRange(1, 25).Draw(t, "half the states") + 1
		}
		maps, err := sim.FeatureMaps(sim.Options{Domain: domain})
		if err != nil {
			t.Fatal(err)
		}
		out.Problem.Features = rapid.SampledFrom(maps).Draw(t, "features") + rapid.SampledFrom([]string{"", "+bias"}).Draw(t, "bias")
		out.Problem.MaxSteps = rapid.IntRange(1, 1_000_000).Draw(t, "max steps")
		out.Seed = rapid.Uint64().Draw(t, "seed")
		out.Trajectories = rapid.IntRange(analysis.MinTrajectories, analysis.MaxTrajectories).Draw(t, "n")
	}
	out.Gamma = rapid.Float64Range(0, 1).Draw(t, "gamma") + 0
	out.Ridge = rapid.Float64Range(0, 1e9).Draw(t, "ridge") + 0
	lambdas := rapid.SliceOfNDistinct(rapid.Float64Range(0, 1), 1, 20, rapid.ID[float64]).Draw(t, "lambdas")
	slices.Sort(lambdas)
	out.Lambdas = analysis.FormatLambdas(lambdas)
	out.Weighting = estimator.Weighting(rapid.IntRange(0, len(estimator.WeightingNames())-1).Draw(t, "weighting"))
	out.Tail = estimator.Tail(rapid.IntRange(0, len(estimator.TailNames())-1).Draw(t, "tail"))
	out.Method = estimator.Method(rapid.IntRange(0, len(estimator.MethodNames())-1).Draw(t, "method"))
	out, err := s.Engine.Check(out)
	if err != nil {
		t.Fatalf("not valid: %v", err)
	}
	return out
}

func TestSettingsAreTheirFlags(t *testing.T) {
	s := newSession(t)
	rapid.Check(t, func(r *rapid.T) {
		want := drawSettings(r, s)
		args := want.Args()
		// In any order, as pairs of flag and value.
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "order"), 0)).Perm(len(args) / 2)
		var shuffled []string
		for _, i := range order {
			shuffled = append(shuffled, args[2*i], args[2*i+1])
		}
		env := s.Env
		if want.File == stdin {
			in, err := s.Files.Open("walk.jsonl")
			if err != nil {
				r.Fatal(err)
			}
			env.In = in
		}
		got, err := parseSettings(env, shuffled)
		if err != nil || got != want {
			r.Fatalf("%q: %v\ngot  %+v\nwant %+v", shuffled, err, got, want)
		}
	})
}

func TestLastFlagCounts(t *testing.T) {
	s := newSession(t)
	got, err := parseSettings(s.Env, []string{"-n", "5", "--states", "9", "-n50", "--states=7"})
	if err != nil || got.Trajectories != 50 || got.Problem.States != 7 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestDefaultsOfSources(t *testing.T) {
	s := newSession(t)
	walk, err := parseSettings(s.Env, nil)
	if want, _ := analysis.Defaults(""); err != nil || walk != want {
		t.Errorf("without flags %+v, %v", walk, err)
	}
	file, err := parseSettings(s.Env, []string{"--data", "walk.jsonl"})
	if err != nil || file.File != "walk.jsonl" || file.Trajectories != 4 || file.Gamma != 0.99 {
		t.Errorf("file %+v, %v", file, err)
	}
}

func TestHelpShowsTheDefaults(t *testing.T) {
	var c cobra.Command
	addSettings(&c, newSession(t).Env)
	s := must.Have(analysis.Defaults(""))(t)
	for name, want := range map[string]string{
		"domain": s.Problem.Domain,
		"method": s.Method.String(),
		"seed":   strconv.FormatUint(s.Seed, 10),
	} {
		if got := c.Flag(name).DefValue; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
