package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
)

// object is a JSON object with its fields in order.
type object []field

type field struct {
	name  string
	value any // an object, a list, numbers, or a value of encoding/json
}

// list is an array. Each element is made when it is written, because a curve with single folds is many
// times as large as the data.
type list struct {
	length int
	at     func(i int) any
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
	err := writeValue(out, o)
	_ = out.WriteByte('\n')
	return cmp.Or(err, out.Flush())
}

// writeValue writes a value. NaN, which stands for an unknown truth, and infinities become null, because
// JSON has neither.
func writeValue(out *bufio.Writer, value any) (err error) {
	switch value := value.(type) {
	case object:
		_ = out.WriteByte('{')
		for i, f := range value {
			_, _ = out.WriteString(separator(i) + `"` + f.name + `":`)
			err = cmp.Or(err, writeValue(out, f.value))
		}
		return cmp.Or(err, out.WriteByte('}'))
	case list:
		_ = out.WriteByte('[')
		for i := range value.length {
			_, _ = out.WriteString(separator(i))
			err = cmp.Or(err, writeValue(out, value.at(i)))
		}
		return cmp.Or(err, out.WriteByte(']'))
	case [][]float64:
		return writeValue(out, list{len(value), func(i int) any { return value[i] }})
	case []float64:
		if value != nil {
			return writeValue(out, list{len(value), func(i int) any { return value[i] }})
		}
	case float64:
		text := []byte("null")
		if finite(value) {
			text, err = json.Marshal(value)
		}
		_, _ = out.Write(text)
		return err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err = encoder.Encode(value)
	_, _ = out.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	return err
}

// separator returns the text before the i-th element.
func separator(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}
