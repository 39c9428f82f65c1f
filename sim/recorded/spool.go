package recorded

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"lambdascope/estimator"
)

// A spool is a temporary file of trajectories with the same number of features. Each trajectory
// is its length, with flags for terminated and for ratios, then rewards, ratios and numRows rows
// of features, all as little-endian 64-bit numbers.
const (
	spoolTerminated = 1 << 63
	spoolRatios     = 1 << 62
)

// AppendSpool appends a trajectory for EachSpooled.
func AppendSpool(out []byte, t *estimator.Trajectory) []byte {
	start := uint64(t.Len())
	if t.Terminated() {
		start |= spoolTerminated
	}
	if t.Ratios() != nil {
		start |= spoolRatios
	}
	out = binary.LittleEndian.AppendUint64(out, start)
	numbers := slices.Concat(t.Rewards(), t.Ratios())
	x := make([]float64, t.Dim())
	for step := range numRows(t) {
		numbers = append(numbers, t.FeaturesInto(x, step)...)
	}
	for _, v := range numbers {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

// EachSpooled calls take with each trajectory that AppendSpool wrote, with dim features. An error
// of take ends the reading.
func EachSpooled(r io.Reader, dim int, take func(t *estimator.Trajectory) error) error {
	in := bufio.NewReaderSize(r, 1<<20)
	floats := func(out []float64) error { return binary.Read(in, binary.LittleEndian, out) }
	for {
		var start uint64
		if err := binary.Read(in, binary.LittleEndian, &start); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return spoolError(err)
		}
		terminated, weighted := start&spoolTerminated != 0, start&spoolRatios != 0
		h := int(start &^ (spoolTerminated | spoolRatios))
		rewards, features := make([]float64, h), make([]float64, (h+1)*dim)
		count := h
		if !terminated {
			count++
		}
		err := floats(rewards)
		var ratios []float64
		if err == nil && weighted {
			ratios = make([]float64, h)
			err = floats(ratios)
		}
		if err == nil {
			err = floats(features[:count*dim])
		}
		if err != nil {
			return spoolError(err)
		}
		t, err := estimator.NewTrajectory(dim, features, rewards, terminated)
		if err == nil && weighted {
			t, err = t.WithRatios(ratios)
		}
		if err != nil {
			return spoolError(err)
		}
		if err := take(t); err != nil {
			return err
		}
	}
}

func spoolError(err error) error { return fmt.Errorf("the temporary file of trajectories: %w", err) }
