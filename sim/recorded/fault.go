package recorded

import "strconv"

// fault is a fault of a record with its place.
type fault struct {
	field string // such as observations[2][1]; "" for the record as a whole
	text  string // the fault and the remedy
}

func (f *fault) Error() string {
	if f.field == "" {
		return f.text
	}
	return f.field + ": " + f.text
}

// in returns the fault with field before its place, or nil for a nil fault.
func (f *fault) in(field string) *fault {
	if f == nil {
		return nil
	}
	return &fault{field: field + f.field, text: f.text}
}

// at is in for index i of a list.
func (f *fault) at(i int) *fault {
	if f == nil {
		return nil
	}
	return f.in("[" + strconv.Itoa(i) + "]")
}
