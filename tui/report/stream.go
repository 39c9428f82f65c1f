package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"lambdascope/sim/analysis"
)

// writeObject writes JSON on one line, without escapes for <, > and &.
func writeObject(w io.Writer, object any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(object)
}

// WriteJSON writes a result of a build as one JSON object on one line. It encodes the curve point by point,
// because with single folds the object is many times as large as the data.
func WriteJSON(w io.Writer, r *analysis.Result, build string) error {
	var part bytes.Buffer
	var err error
	encode := func(v any) []byte {
		part.Reset()
		err = cmp.Or(err, writeObject(&part, v))
		return part.Bytes()
	}
	out := bufio.NewWriter(w) // keeps an error for Flush
	_, _ = out.Write(bytes.TrimSuffix(encode(newOpening(r, build)), []byte("}\n")))
	_, _ = out.WriteString(`,"curve":[`)
	for k := range r.Selection.Candidates {
		if k > 0 {
			_ = out.WriteByte(',')
		}
		_, _ = out.Write(bytes.TrimSpace(encode(newPoint(r, k))))
	}
	_, _ = out.WriteString("],")
	_, _ = out.Write(bytes.TrimPrefix(encode(newFindings(r)), []byte("{")))
	return cmp.Or(err, out.Flush())
}

// object is a JSON object with its fields in a given order.
type object []field

type field struct {
	name  string
	value any
}

// MarshalJSON writes the fields.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	for i, f := range o {
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		out.WriteByte(separator)
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "%q:%s", f.name, value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}
