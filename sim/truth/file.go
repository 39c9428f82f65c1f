package truth

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
)

// Encode returns the moments as a file: gob in gzip. Equal moments give the same bytes.
func (m *Moments) Encode() ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(z).Encode(m); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// decode reads a file that Encode wrote.
func decode(file []byte) (*Moments, error) {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	m := new(Moments)
	return m, gob.NewDecoder(z).Decode(m)
}
