package estimator

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"
)

// rows keeps rows of numbers, in memory or in a file, until they are read in the same order.
type rows struct {
	file   Spill     // nil for memory
	all    []float64 // in memory
	read   int       // of all
	writer *bufio.Writer
	reader *bufio.Reader
	bytes  []byte // of a row
}

// append appends a row.
func (r *rows) append(row []float64) error {
	if r.file == nil {
		r.all = append(r.all, row...)
		return nil
	}
	if r.writer == nil {
		r.writer = bufio.NewWriter(r.file)
	}
	r.bytes = r.bytes[:0]
	for _, v := range row {
		r.bytes = binary.LittleEndian.AppendUint64(r.bytes, math.Float64bits(v))
	}
	_, err := r.writer.Write(r.bytes)
	return err
}

// next reads the next row. All rows must have been appended.
func (r *rows) next(row []float64) error {
	if r.file == nil {
		r.read += copy(row, r.all[r.read:])
		return nil
	}
	if r.reader == nil {
		if err := r.writer.Flush(); err != nil {
			return err
		}
		r.reader = bufio.NewReader(io.NewSectionReader(r.file, 0, math.MaxInt64))
	}
	if _, err := io.ReadFull(r.reader, r.bytes); err != nil {
		return err
	}
	for i := range row {
		row[i] = math.Float64frombits(binary.LittleEndian.Uint64(r.bytes[8*i:]))
	}
	return nil
}
