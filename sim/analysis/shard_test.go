package analysis

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"
)

// FuzzShard reads any bytes as a shard: an error in one line, or a shard that is written
// as it was read.
func FuzzShard(f *testing.F) {
	e := NewEngine(1 << 20)
	file, err := e.Load("it", strings.NewReader(episodeLines(6, 2)))
	if err != nil {
		f.Fatal(err)
	}
	s := FileDefaults(file)
	s.Lambdas = "0,1"
	shard, err := e.SumShard(context.Background(), s)
	if err != nil {
		f.Fatal(err)
	}
	b, err := shard.Bytes()
	if err != nil {
		f.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	f.Add(b)
	for range 20 {
		torn := bytes.Clone(b)
		torn[random.IntN(len(torn))] ^= 1
		f.Add(torn[:1+random.IntN(len(torn))])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ReadShard(bytes.NewReader(b), "it")
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "it: ") {
				t.Errorf("error %q", err)
			}
			return
		}
		again, err := s.Bytes()
		if err != nil || !bytes.Equal(again, b) {
			t.Errorf("%d bytes are written as %d, %v", len(b), len(again), err)
		}
	})
}
