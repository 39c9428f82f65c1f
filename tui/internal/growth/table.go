package main

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// tableBegin returns the beginning of the first line of a sweep's table.
func (s sweep) tableBegin() string { return "| " + s.label + " |" }

// table returns a sweep's table: a line for each size, and for each method its time,
// with the slope from the size before it and that of theory; so memory for auto.
func (s sweep) table(rows []row) string {
	var w strings.Builder
	w.WriteString(s.tableBegin())
	for _, m := range s.methods {
		fmt.Fprintf(&w, " `%s` | slope (theory) |", m.method)
	}
	w.WriteString(" memory | slope (theory) | data |\n|---:|" + strings.Repeat("---:|---|", len(s.methods)+1) + "---:|\n")
	for i, size := range s.sizes {
		fmt.Fprintf(&w, "| %d |", size)
		for _, m := range s.methods {
			own := of(rows, s.name, m.method)
			if i >= len(own) {
				w.WriteString(" | |")
				continue
			}
			fmt.Fprintf(&w, " %s | %s |", duration(own[i].Processor), s.slopes(own, i, row.seconds, point.operations))
		}
		own := of(rows, s.name, auto)
		grown := s.slopes(own, i, func(r row) float64 { return float64(r.Working) }, point.room)
		fmt.Fprintf(&w, " %s | %s | %s |\n", byteCount(own[i].Working), grown, byteCount(own[i].Data))
	}
	return w.String()
}

// slopes returns the slopes up to the i-th size, as measured and of theory.
func (s sweep) slopes(own []row, i int, measured func(r row) float64, theory func(p point) float64) string {
	if i == 0 {
		return ""
	}
	a, b := own[i-1], own[i]
	x0, x1 := float64(s.sizes[i-1]), float64(s.sizes[i])
	text := signed(slope(x0, measured(a), x1, measured(b)))
	if v := slope(x0, theory(a.point), x1, theory(b.point)); !math.IsNaN(v) {
		text += " (" + signed(v) + ")"
	}
	return text
}

// signed writes a slope.
func signed(v float64) string {
	return strings.Replace(fmt.Sprintf("%.1f", math.Round(10*v)/10+0), "-", "−", 1)
}

// duration writes a time with two digits or so.
func duration(t time.Duration) string {
	for _, u := range []struct {
		name string
		size time.Duration
	}{{"s", time.Second}, {"ms", time.Millisecond}} {
		if t >= u.size {
			return twoDigits(float64(t)/float64(u.size)) + " " + u.name
		}
	}
	return twoDigits(float64(t)/float64(time.Microsecond)) + " µs"
}

// byteCount writes a number of bytes.
func byteCount(n int) string {
	if n >= 1e9 {
		return twoDigits(float64(n)/1e9) + " GB"
	}
	if n >= 1e6 {
		return twoDigits(float64(n)/1e6) + " MB"
	}
	return twoDigits(float64(n)/1e3) + " KB"
}

// twoDigits writes a number with two digits, or with all before the point.
func twoDigits(v float64) string {
	decimals := 0
	if v > 0 && v < 9.95 {
		decimals = int(max(1, 1-math.Floor(math.Log10(v))))
	}
	return fmt.Sprintf("%.*f", decimals, v)
}
