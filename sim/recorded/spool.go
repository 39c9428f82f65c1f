package recorded

import (
	"bufio"
	"cmp"
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
	for {
		var start uint64
		if err := binary.Read(in, binary.LittleEndian, &start); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return spoolError(err)
		}
		terminated := start&spoolTerminated != 0
		weighted := start&spoolRatios != 0
		h := int(start &^ (spoolTerminated | spoolRatios))
		features := make([]float64, (h+1)*dim)
		count := h + 1
		if terminated {
			count = h
		}
		numbers := make([]float64, h, 2*h)
		if weighted {
			numbers = numbers[:2*h]
		}
		if err := cmp.Or(binary.Read(in, binary.LittleEndian, numbers), binary.Read(in, binary.LittleEndian, features[:count*dim])); err != nil {
			return spoolError(err)
		}
		t, err := estimator.NewTrajectory(dim, features, numbers[:h:h], terminated)
		if err == nil && weighted {
			t, err = t.WithRatios(numbers[h:])
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
