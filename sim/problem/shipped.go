package problem

import (
	"fmt"
	"slices"
	"sync"

	"lambdascope/assets"
	"lambdascope/sim/textfmt"
)

// shipped has the shipped problems in the order of Names. Each is read at its first use.
var shipped = []struct {
	name, about string
	load        func() (*Problem, error)
}{
	{"t-maze", "a sign to remember: three cells look alike in both arms, then ±1 with noise", readOnce("t-maze")},
	{"long-short", "a few long episodes among short ones", readOnce("long-short")},
	{"rare-branch", "a branch that 5 % of the episodes take decides which λ is best", readOnce("rare-branch")},
	{"grid", "5×5 cells with two pits, four features", readOnce("grid")},
	{"garnet", "20 states with random transitions, rewards and features", readOnce("garnet")},
}

func readOnce(name string) func() (*Problem, error) {
	return sync.OnceValues(func() (*Problem, error) {
		text, err := assets.Problem(name)
		if err != nil {
			return nil, err
		}
		return Parse(name, text)
	})
}

// Names returns the names of the shipped problems.
func Names() (names []string) {
	for _, s := range shipped {
		names = append(names, s.name)
	}
	return names
}

// About describes a shipped problem in a few words; empty for other names.
func About(name string) string {
	for _, s := range shipped {
		if s.name == name {
			return s.about
		}
	}
	return ""
}

// Shipped returns the shipped problem of a name. The error lists the names.
func Shipped(name string) (*Problem, error) {
	for _, s := range shipped {
		if s.name == name {
			return s.load()
		}
	}
	return nil, fmt.Errorf("problem %q: want %s", name, textfmt.Or(Names()))
}

// Ships reports whether a problem of the name ships.
func Ships(name string) bool { return slices.Contains(Names(), name) }
