package truth

import (
	"sync"

	"lambdascope/assets"
	"lambdascope/sim"
	"lambdascope/sim/textfmt"
)

// ShippedPlan returns the plan of the shipped moments of a chain. It has enough episodes for a
// standard error of root MSVE below a thousandth with a domain's default features, and below a
// hundredth with any others. The seed spells "truth": people must not choose the seed of their
// trajectories near it, because both come from the same streams.
func ShippedPlan(o sim.Options) Plan {
	p := Plan{
		Seed: 0x7472757468, Episodes: 600_000, Every: 4, Rollouts: 4,
		States: 1000, Pool: 100_000, StateRollouts: 500,
	}
	switch ShippedName(o) {
	case "2048": // more, because estimates from few games are noisy
		p.Episodes = 2_400_000
		p.Every = 16
	case "mountain-car", "mountain-car-target-0.15", "mountain-car-target-0.2": // fewer, because episodes are long and alike
		p.Episodes = 200_000
	case "mountain-car-uniform": // more, because episodes are short and differ by their start
		p.Episodes = 1_000_000
		p.Every = 16
	}
	return p
}

// Chains returns the chains with shipped moments.
func Chains() []sim.Options {
	return []sim.Options{
		{Domain: "2048"},
		{Domain: "mountain-car"},
		{Domain: "mountain-car", Start: "uniform"},
		{Domain: "mountain-car", Target: 0.15},
		{Domain: "mountain-car", Target: 0.2},
	}
}

// shipped decodes each file at its first use.
var shipped = func() map[string]func() (*Moments, error) {
	all := make(map[string]func() (*Moments, error))
	for _, o := range Chains() {
		name := ShippedName(o)
		all[name] = sync.OnceValues(func() (*Moments, error) {
			file, err := assets.Truth(name)
			if err != nil {
				return nil, err
			}
			return decode(file)
		})
	}
	return all
}()

// ShippedName returns the name of the file with the moments of a chain, whether there is one or
// not.
func ShippedName(o sim.Options) string {
	name := o.Domain
	if o.Start == "uniform" {
		name += "-" + o.Start
	}
	if o.Target != 0 {
		name += "-target-" + textfmt.Number(o.Target)
	}
	return name
}

// Shipped returns the moments for options: nil, without an error, if none are shipped, or if
// MaxSteps cuts episodes as long as those of the moments.
func Shipped(o sim.Options) (*Moments, error) {
	load, ok := shipped[ShippedName(o)]
	if !ok {
		return nil, nil
	}
	m, err := load()
	if err != nil || o.MaxSteps < m.Longest {
		return nil, err
	}
	return m, nil
}
