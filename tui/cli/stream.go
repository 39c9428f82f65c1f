package cli

import (
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
	"strings"

	"lambdascope/sim/analysis"
)

// defaultMemory is the default of --memory, for trajectories.
const defaultMemory = "1GiB"

// sizeUnit is a unit of sizes.
type sizeUnit struct {
	name  string
	bytes float64
}

// sizeUnits returns the units of sizes. B comes after units that end in B.
func sizeUnits() []sizeUnit {
	return []sizeUnit{
		{"KiB", 1 << 10},
		{"MiB", 1 << 20},
		{"GiB", 1 << 30},
		{"TiB", 1 << 40},
		{"kB", 1e3},
		{"KB", 1e3},
		{"MB", 1e6},
		{"GB", 1e9},
		{"TB", 1e12},
		{"B", 1},
		{"K", 1 << 10},
		{"M", 1 << 20},
		{"G", 1 << 30},
		{"T", 1 << 40},
	}
}

// leastMemory is the lower bound of --memory, because smaller buffers only cost time.
const leastMemory = 1 << 20

// parseSize returns the bytes of a size such as 512MiB.
func parseSize(text string) (int64, error) {
	wrong := fmt.Errorf("memory %q: want a size of 1MiB or more, such as 512M or 4GiB", text)
	number := strings.TrimSpace(text)
	unit := 0.0
	for _, u := range sizeUnits() {
		if rest, ok := strings.CutSuffix(number, u.name); ok {
			number = strings.TrimSpace(rest)
			unit = u.bytes
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if v *= unit; err != nil || !(v >= leastMemory && v < math.MaxInt64) {
		return 0, wrong
	}
	return int64(v), nil
}

// overhead is the memory of the runtime beside --memory. The code, and memory on the way back to the
// system, come on top, so that the process stays below --memory and 60 MB.
const overhead = 20 << 20

// stream returns the stream for trajectories beyond --memory; nil to hold all.
func (r *runFlags) stream() (*analysis.Stream, error) {
	given := r.settings.flags.Changed(memoryFlag)
	if r.env.Files == nil {
		if given {
			return nil, Misuse("--%s does not apply in this session, in which files can't be read", memoryFlag)
		}
		return nil, nil
	}
	budget, err := parseSize(r.memory.Value)
	if err != nil {
		return nil, misuse{err}
	}
	if r.refine {
		if given {
			return nil, Misuse("--%s with --%s: want one of them, as the latter goes over the trajectories too often to read them again", memoryFlag, refineFlag)
		}
		return nil, nil
	}
	debug.SetMemoryLimit(budget + overhead)
	return &analysis.Stream{
		Budget:  budget,
		Scratch: func() (analysis.Scratch, error) { return r.env.Files.Scratch() },
		Began: func() {
			text := "the trajectories take more than --memory %s; they are read again for each pass"
			if r.folds {
				text += ", and selections without a trajectory are first-order estimates, as exact ones need all trajectories in memory"
			}
			r.env.note(text, r.memory.Value)
		},
	}, nil
}
