package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// object is a JSON object with its fields in order.
type object []field

type field struct {
	name  string
	value any // an object, a list, a number, or a value of encoding/json
}

// list is an array of objects. Each is made when it is written, because a curve with single folds is many
// times as large as the data.
type list struct {
	length int
	at     func(i int) object
}

// addIf adds a field that has a value.
func (o *object) addIf(has bool, name string, value any) {
	if has {
		*o = append(*o, field{name, value})
	}
}

// cut returns the fields of a name apart from the others.
func (o object) cut(name string) (cut, others object) {
	for _, f := range o {
		if f.name == name {
			cut = append(cut, f)
		} else {
			others = append(others, f)
		}
	}
	return cut, others
}

// writeObject writes JSON on one line, without escapes for <, > and &.
func writeObject(w io.Writer, o object) error {
	out := bufio.NewWriter(w) // keeps an error for Flush
	err := o.write(out)
	_ = out.WriteByte('\n')
	return cmp.Or(err, out.Flush())
}

func (o object) write(out *bufio.Writer) (err error) {
	_ = out.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			_ = out.WriteByte(',')
		}
		_, _ = out.WriteString(strconv.Quote(f.name) + ":")
		err = cmp.Or(err, writeValue(out, f.value))
	}
	_ = out.WriteByte('}')
	return err
}

func writeValue(out *bufio.Writer, value any) (err error) {
	switch value := value.(type) {
	case object:
		return value.write(out)
	case list:
		_ = out.WriteByte('[')
		for i := range value.length {
			if i > 0 {
				_ = out.WriteByte(',')
			}
			err = cmp.Or(err, value.at(i).write(out))
		}
		_ = out.WriteByte(']')
	case float64:
		_, _ = out.Write(appendNumber(out.AvailableBuffer(), value))
	case []float64:
		writeNumbers(out, value)
	case [][]float64:
		for i, row := range value {
			_ = out.WriteByte("[,"[min(i, 1)])
			writeNumbers(out, row)
		}
		_ = out.WriteByte(']')
	default:
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		err = encoder.Encode(value)
		_, _ = out.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	}
	return err
}

// writeNumbers writes a list; nil becomes null.
func writeNumbers(out *bufio.Writer, values []float64) {
	if values == nil {
		_, _ = out.WriteString("null")
		return
	}
	_ = out.WriteByte('[')
	for i, v := range values {
		if i > 0 {
			_ = out.WriteByte(',')
		}
		_, _ = out.Write(appendNumber(out.AvailableBuffer(), v))
	}
	_ = out.WriteByte(']')
}

// appendNumber appends a number in the format of encoding/json, or null for NaN, which stands for an unknown
// truth, and for infinities.
func appendNumber(out []byte, v float64) []byte {
	if !finite(v) {
		return append(out, "null"...)
	}
	format := byte('f')
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	out = strconv.AppendFloat(out, v, format, -1, 64)
	if n := len(out); format == 'e' && n >= 4 && out[n-4] == 'e' && out[n-3] == '-' && out[n-2] == '0' {
		out = append(out[:n-2], out[n-1]) // e-07 is e-7
	}
	return out
}
