package truth

import (
	"sync"

	"lambdascope/assets"
	"lambdascope/sim"
	"lambdascope/sim/textfmt"
)

// ShippedPlan is how the shipped moments of a chain were drawn: with as many
// episodes as keep the standard error of root MSVE below a thousandth of it with a
// domain's default features, and below a hundredth with any. The seed spells "truth";
// it is far from those that people choose, whose trajectories are drawn from the same
// streams as the episodes.
func ShippedPlan(o sim.Options) Plan {
	p := Plan{
		Seed: 0x7472757468, Episodes: 600_000, Every: 4, Rollouts: 4,
		States: 1000, Pool: 100_000, StateRollouts: 500,
	}
	switch ShippedName(o) {
	case "2048": // estimates from few games are noisy, and the more depends on which states there are
		p.Episodes, p.Every = 2_400_000, 16
	case "mountain-car", "mountain-car-target-0.15", "mountain-car-target-0.2": // long episodes, much alike
		p.Episodes = 200_000
	case "mountain-car-uniform": // short ones, as different as where they start
		p.Episodes, p.Every = 1_000_000, 16
	}
	return p
}

// Chains returns the chains whose moments are shipped.
func Chains() []sim.Options {
	return []sim.Options{
		{Domain: "2048"},
		{Domain: "mountain-car"},
		{Domain: "mountain-car", Start: "uniform"},
		{Domain: "mountain-car", Target: 0.15},
		{Domain: "mountain-car", Target: 0.2},
	}
}

// shipped decodes a file when it is first asked for.
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

// ShippedName returns the name under which the moments of a chain are shipped,
// if they are.
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

// Shipped returns the moments that fit the options: nil, without an error, where
// none are shipped or where MaxSteps cuts episodes as long as those pooled.
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
