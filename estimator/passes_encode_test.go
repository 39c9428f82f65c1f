package estimator

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"
)

// encodings returns the bytes of each value of a small selection in passes.
func encodings(t testing.TB) (sums, scores, spread []byte) {
	t.Helper()
	return encodingsOf(t, synthetic(t, 5, 2, 4, 1))
}

func encodingsOf(t testing.TB, data []*Trajectory) (sums, scores, spread []byte) {
	t.Helper()
	ctx := context.Background()
	s, p, c := opened(t, data, Options{Gamma: 0.9, Lambdas: grid(2)})
	spreader := must(p.Spreader(ctx, c))(t)
	r := p.NewSpread()
	if err := spreader.Add(ctx, r, data); err != nil {
		t.Fatal(err)
	}
	return must(s.MarshalBinary())(t), must(c.MarshalBinary())(t), must(r.MarshalBinary())(t)
}

// TestTornValues cuts values short, lengthens them and changes single bytes: that is an
// error, or a value that is written as it was read.
func TestTornValues(t *testing.T) {
	sums, scores, spread := encodings(t)
	_, weighted, _ := encodingsOf(t, offPolicy(t, synthetic(t, 5, 2, 4, 1), 1))
	for name, b := range map[string][]byte{"sums": sums, "scores": scores, "spread": spread, "scores with ratios": weighted} {
		for n := range b {
			if decodes(b[:n]) {
				t.Errorf("%s: %d of %d bytes are no error", name, n, len(b))
			}
		}
		if decodes(append(bytes.Clone(b), 0)) {
			t.Errorf("%s: a byte more is no error", name)
		}
		if !decodes(b) {
			t.Errorf("%s can't be read", name)
		}
	}
}

// decodes reads bytes as each of the values, and tells whether they are any.
func decodes(b []byte) bool {
	var sums Sums
	var scores LOTOErrors
	var spread Spread
	return sums.UnmarshalBinary(b) == nil || scores.UnmarshalBinary(b) == nil || spread.UnmarshalBinary(b) == nil
}

// FuzzDecode reads any bytes: what is a value is of use, if only to say what is wrong.
func FuzzDecode(f *testing.F) {
	sums, scores, spread := encodings(f)
	_, weighted, _ := encodingsOf(f, offPolicy(f, synthetic(f, 5, 2, 4, 1), 1))
	random := rand.New(rand.NewPCG(1, 1))
	for _, b := range [][]byte{sums, scores, spread, weighted} {
		f.Add(b)
		for range 20 {
			torn := bytes.Clone(b)
			torn[random.IntN(len(torn))] ^= 1 << random.IntN(8)
			f.Add(torn)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		ctx := context.Background()
		var s Sums
		var c LOTOErrors
		var r Spread
		if c.UnmarshalBinary(b) == nil {
			if err := c.Append(&c); err != nil {
				t.Error(err)
			}
		}
		if r.UnmarshalBinary(b) == nil {
			if err := r.Append(&r); err != nil {
				t.Error(err)
			}
		}
		if s.UnmarshalBinary(b) != nil || s.dim > 8 {
			return
		}
		if p, err := s.Open(ctx, PassOptions{}); err == nil {
			scores := p.NewLOTOErrors()
			if p.LeaveOut(ctx, scores, synthetic(t, 2, s.dim, 3, 1)) == nil {
				_, _ = p.Selection(ctx, scores, nil)
			}
		}
	})
}
