package recorded

import "strconv"

// fault is what is wrong with a record, and at which of its fields.
type fault struct {
	field string // such as observations[2][1]; "" for the record as a whole
	text  string // the fault, and what is accepted
}

func (f *fault) Error() string {
	if f.field == "" {
		return f.text
	}
	return f.field + ": " + f.text
}

// in returns the fault with its field put inside another one; nil stays nil.
func (f *fault) in(field string) *fault {
	if f == nil {
		return nil
	}
	return &fault{field: field + f.field, text: f.text}
}

// at is in for a fault at position i of a list.
func (f *fault) at(i int) *fault {
	if f == nil {
		return nil
	}
	return f.in("[" + strconv.Itoa(i) + "]")
}
