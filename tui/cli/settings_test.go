package cli

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"pgregory.net/rapid"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/must"
	"lambdascope/sim/settings"
	"lambdascope/tui/internal/drive"
)

// parseSettings reads flags as the commands do.
func parseSettings(env Env, args []string) (settings.Settings, error) {
	var c cobra.Command
	s := addSettings(&c, env)
	if err := c.ParseFlags(args); err != nil {
		return settings.Settings{}, err
	}
	return s.resolve(context.Background())
}

// drawSettings draws valid settings, of a domain or of the file.
func drawSettings(tb testing.TB, t *rapid.T, s *session) settings.Settings {
	var out settings.Settings
	if rapid.Bool().Draw(t, "recorded") {
		name := rapid.SampledFrom([]string{"walk.jsonl", "-"}).Draw(t, "file")
		out = drive.Load(tb, s.Engine, name, s.disk()["walk.jsonl"])
		out.Trajectories = rapid.IntRange(2, 4).Draw(t, "n")
	} else {
		domain := rapid.SampledFrom(sim.Domains()).Draw(t, "domain")
		out = must.Have(settings.Defaults(domain))(tb)
		if out.Problem.States != 0 {
			out.Problem.States = 2*rapid.IntRange(1, 25).Draw(t, "half the states") + 1
		}
		out.Problem.Features = rapid.SampledFrom(must.Have(sim.FeatureMaps(sim.Options{Domain: domain}))(tb)).Draw(t, "features") + rapid.SampledFrom([]string{"", "+bias"}).Draw(t, "bias")
		out.Problem.MaxSteps = rapid.IntRange(1, 1_000_000).Draw(t, "max steps")
		out.Seed = rapid.Uint64().Draw(t, "seed")
		out.Trajectories = rapid.IntRange(settings.MinTrajectories, settings.MaxTrajectories).Draw(t, "n")
	}
	out.Gamma = rapid.Float64Range(0, 1).Draw(t, "gamma") + 0
	out.Ridge = rapid.Float64Range(0, 1e9).Draw(t, "ridge") + 0
	lambdas := rapid.SliceOfNDistinct(rapid.Float64Range(0, 1), 1, 20, rapid.ID[float64]).Draw(t, "lambdas")
	slices.Sort(lambdas)
	out.Lambdas = settings.FormatLambdas(lambdas)
	out.Weighting = estimator.Weighting(rapid.IntRange(0, len(estimator.WeightingNames())-1).Draw(t, "weighting"))
	out.Tail = estimator.Tail(rapid.IntRange(0, len(estimator.TailNames())-1).Draw(t, "tail"))
	out.Method = estimator.Method(rapid.IntRange(0, len(estimator.MethodNames())-1).Draw(t, "method"))
	return must.Have(s.Engine.Check(out))(tb)
}

func TestSettingsAreTheirFlags(t *testing.T) {
	s := newSession(t)
	rapid.Check(t, func(r *rapid.T) {
		want := drawSettings(t, r, s)
		args := want.Args()
		// In any order, as pairs of flag and value.
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "order"), 0)).Perm(len(args) / 2)
		var shuffled []string
		for _, i := range order {
			shuffled = append(shuffled, args[2*i], args[2*i+1])
		}
		env := s.Env
		env.In = strings.NewReader(s.disk()["walk.jsonl"])
		got, err := parseSettings(env, shuffled)
		if err != nil || got != want {
			r.Fatalf("%q: %v\ngot  %+v\nwant %+v", shuffled, err, got, want)
		}
	})
}
