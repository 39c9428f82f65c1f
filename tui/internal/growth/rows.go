package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// row is what was measured of a point, the median of some runs.
type row struct {
	point
	runs int
	measurement
}

func (r row) seconds() float64 { return r.Processor.Seconds() }

const columns = "sweep,method,features,n,d,h,k,runs,processor_seconds,working_bytes,allocated_bytes,data_bytes,woodbury_folds,deficient_folds"

// encode returns rows as CSV.
func encode(rows []row) []byte {
	var out bytes.Buffer
	fmt.Fprintln(&out, columns)
	for _, r := range rows {
		fmt.Fprintf(&out, "%s,%s,%s,%d,%d,%d,%d,%d,%.6f,%d,%d,%d,%d,%d\n", r.Sweep, r.Method, r.Features, r.N, r.D, r.H, r.K,
			r.runs, r.Processor.Seconds(), r.Working, r.Allocated, r.Data, r.Woodbury, r.Deficient)
	}
	return out.Bytes()
}

// decode reads what encode writes.
func decode(content []byte) ([]row, error) {
	lines, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || strings.Join(lines[0], ",") != columns {
		return nil, fmt.Errorf("want the columns %s", columns)
	}
	var rows []row
	for i, line := range lines[1:] {
		r := row{point: point{Sweep: line[0], Method: line[1], Features: kind(line[2])}}
		for j, to := range []*int{&r.N, &r.D, &r.H, &r.K, &r.runs} {
			if *to, err = strconv.Atoi(line[3+j]); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
		}
		seconds, err := strconv.ParseFloat(line[8], 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		r.Processor = time.Duration(seconds * float64(time.Second)).Round(time.Microsecond)
		for j, to := range []*int{&r.Working, &r.Allocated, &r.Data, &r.Woodbury, &r.Deficient} {
			if *to, err = strconv.Atoi(line[9+j]); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// of returns the rows of a sweep by one method, by size.
func of(rows []row, sweep, method string) []row {
	var out []row
	for _, r := range rows {
		if r.Sweep == sweep && r.Method == method {
			out = append(out, r)
		}
	}
	return out
}
