package study

import (
	"context"
	"testing"
)

func BenchmarkAnalyze(b *testing.B) {
	s, err := Defaults("")
	if err != nil {
		b.Fatal(err)
	}
	e := NewEngine(0)
	b.ReportAllocs()
	for b.Loop() {
		s.Seed++
		a, err := e.Analyze(context.Background(), s)
		if err != nil {
			b.Fatal(err)
		}
		if s.Seed == 10 {
			b.Log(a.Verdict(), a.Warnings, a.Elapsed, a.Wins, s.Args())
		}
	}
}
