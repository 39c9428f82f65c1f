package recorded

import (
	"bytes"
	"math"
	"testing"
)

var benchNumbers = map[string]func(k int) float64{
	"full precision": func(k int) float64 { return math.Sin(float64(k)) },
	"short":          func(k int) float64 { return float64(k%1000) / 100 },
}

// BenchmarkRead reads a million transitions of d = 4.
func BenchmarkRead(b *testing.B) {
	const episodes, h, d = 10_000, 100, 4
	for name, number := range benchNumbers {
		all := sample(episodes, h, d, number)
		forms(func(suffix string, f Format, gzipped bool) {
			b.Run(name+"/"+suffix, func(b *testing.B) {
				file := write(f, gzipped, all)
				b.SetBytes(int64(len(file)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := read(bytes.NewReader(file), "x"); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	const h, d = 1000, 4
	for name, number := range benchNumbers {
		t := sample(1, h, d, number)[0]
		for format, f := range map[string]Format{"jsonl": JSONL, "csv": CSV} {
			b.Run(name+"/"+format, func(b *testing.B) {
				var out []byte
				for b.Loop() {
					out = f.Append(out[:0], 0, t, false)
				}
				b.SetBytes(int64(len(out)))
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*h), "ns/transition")
			})
		}
	}
}
