package truth

import (
	"sync"

	"lambdascope/assets"
	"lambdascope/sim"
)

// ShippedPlan is how the shipped profiles were drawn. The seed spells "truth"; it
// is far from those that people choose, whose trajectories are drawn from the
// same streams as the pooled episodes.
func ShippedPlan() Plan {
	return Plan{
		Seed: 0x7472757468, Episodes: 100_000,
		States: 16_000, Rollouts: 2,
		Shown: 1000, ShownRollouts: 500,
	}
}

// shipped decodes a file when it is first asked for. What is not shipped has no
// entry.
var shipped = map[string]func() (*Profiles, error){
	"2048":                 decodeOnce("2048"),
	"mountain-car":         decodeOnce("mountain-car"),
	"mountain-car-uniform": decodeOnce("mountain-car-uniform"),
}

func decodeOnce(name string) func() (*Profiles, error) {
	return sync.OnceValues(func() (*Profiles, error) {
		file, err := assets.Truth(name)
		if err != nil {
			return nil, err
		}
		return Decode(file)
	})
}

// ShippedName returns the name under which the profiles of a chain are shipped,
// if they are.
func ShippedName(o sim.Options) string {
	if o.Start == "uniform" {
		return o.Domain + "-" + o.Start
	}
	return o.Domain
}

// Shipped returns the profiles that fit the options: nil, without an error, where
// none are shipped or where MaxSteps cuts episodes as long as those pooled.
func Shipped(o sim.Options) (*Profiles, error) {
	load, ok := shipped[ShippedName(o)]
	if !ok {
		return nil, nil
	}
	p, err := load()
	if err != nil || o.MaxSteps < p.Longest {
		return nil, err
	}
	return p, nil
}
