package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strconv"

	"lambdascope/estimator"
)

// WriteJSON writes a result as one JSON object on one line. It writes the lists of --folds number by number,
// because they are as long as the data and would take memory.
func WriteJSON(w io.Writer, r Result) error {
	o := newObject(r)
	s := stream{w: bufio.NewWriterSize(w, 64<<10)}
	s.text("{")
	s.members(o.opening)
	s.text(`,"curve":[`)
	for k, p := range o.Curve {
		if k > 0 {
			s.text(",")
		}
		s.text("{")
		s.members(p)
		if r.Leverage != nil {
			c := &r.Selection.Candidates[k]
			s.text(`,"folds":`)
			s.numbers(c.Folds)
			s.text(`,"fold_status":`)
			s.statuses(c.Status)
		}
		s.text("}")
	}
	s.text("],")
	s.members(o.findings)
	if r.Leverage != nil {
		s.text(`,"leverage":`)
		s.numbers(r.Leverage)
		s.text(`,"lambda_without":`)
		s.list(len(r.Without), func(out []byte, i int) []byte {
			return appendJSON(out, r.Selection.Candidates[r.Without[i]].Lambda)
		})
		s.text(`,"lambda_without_exact":`)
		s.list(len(r.Exact), func(out []byte, i int) []byte { return strconv.AppendBool(out, r.Exact[i]) })
		if r.IDs != nil {
			s.text(`,"fold_ids":`)
			s.texts(r.IDs)
		}
		if r.Groups != nil {
			s.text(`,"fold_groups":`)
			s.texts(r.Groups)
		}
	}
	s.text(",")
	s.members(o.closing)
	s.text("}\n")
	if s.err != nil {
		return s.err
	}
	return s.w.Flush()
}

// stream writes JSON piece by piece, until an error.
type stream struct {
	w       *bufio.Writer
	scratch []byte
	err     error
}

func (s *stream) text(text string) {
	if s.err == nil {
		_, s.err = s.w.WriteString(text)
	}
}

// members writes the members of a nonempty struct without the braces.
func (s *stream) members(v any) {
	if s.err != nil {
		return
	}
	var out bytes.Buffer
	if s.err = writeObject(&out, v); s.err == nil {
		text := bytes.TrimSpace(out.Bytes())
		_, s.err = s.w.Write(text[1 : len(text)-1])
	}
}

func (s *stream) numbers(values []float64) {
	s.list(len(values), func(out []byte, i int) []byte { return appendJSON(out, values[i]) })
}

func (s *stream) statuses(values []estimator.FoldStatus) {
	s.list(len(values), func(out []byte, i int) []byte {
		return append(append(append(out, '"'), values[i].String()...), '"')
	})
}

func (s *stream) texts(values []string) {
	s.list(len(values), func(out []byte, i int) []byte {
		text, err := json.Marshal(values[i])
		if err != nil {
			s.err = err
		}
		return append(out, text...)
	})
}

// list writes a list of n elements, appended by each.
func (s *stream) list(n int, each func(out []byte, i int) []byte) {
	s.text("[")
	for i := 0; i < n && s.err == nil; i++ {
		s.scratch = s.scratch[:0]
		if i > 0 {
			s.scratch = append(s.scratch, ',')
		}
		s.scratch = each(s.scratch, i)
		_, s.err = s.w.Write(s.scratch)
	}
	s.text("]")
}
