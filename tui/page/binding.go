package page

import (
	"cmp"
	"slices"
	"strings"
)

// Binding is what keys do, on one page or on all. The press of a key, the footer, the
// help and the guide's page of keys come from one table of bindings, in which the first
// that has a key and means something is what the key does.
type Binding struct {
	Keys  string // as Bubble Tea names them, with spaces between
	Label string // of the keys, as a person reads them; empty for Keys
	Does  string // in the help; empty for what that does not list
	Group Group  // in the help

	When func(s *Snapshot) bool // it means something; nil for always
	Do   func(s *Snapshot) Action
	Hint func(s *Snapshot) Hint // in the footer; nil for none
}

// Group is a part of the help.
type Group int

// The groups of keys, in the order of the help. The first is the page's.
const (
	GroupOwn Group = iota
	GroupPages
	GroupControls
	GroupCursor
	GroupComparing
	GroupScreen
	GroupChanges
	GroupTaking
	GroupLessons
	GroupRooms
	GroupLeaving
)

// Title is what the group is called; empty for the page's own.
func (g Group) Title() string {
	return [...]string{
		"", "Pages", "Controls", "λ cursor", "Comparing and predicting", "Screen", "Changes", "Taking it along",
		"Lessons", "Rooms", "Leaving",
	}[g]
}

// Name is the keys as a person reads them.
func (b *Binding) Name() string { return cmp.Or(b.Label, b.Keys) }

// takes tells whether a key is one of the binding's.
func (b *Binding) takes(key string) bool {
	for k := range strings.FieldsSeq(b.Keys) {
		if k == key {
			return true
		}
	}
	return false
}

// means tells whether the binding means something now.
func (b *Binding) means(s *Snapshot) bool { return b.When == nil || b.When(s) }

// Find returns what a key does; false for nothing.
func Find(all []Binding, s *Snapshot, key string) (Binding, bool) {
	for i := range all {
		if b := &all[i]; b.takes(key) && b.means(s) {
			return *b, true
		}
	}
	return Binding{}, false
}

// Listed returns those of a table that the help lists: all that have words, but for those
// of which every key does something else, by an earlier one. An earlier one without words of
// its own that has a hint does the same on its page: its words are the later one's.
func Listed(all []Binding) []Binding {
	var out []Binding
	hidden := make(map[string]bool)
	for _, b := range all {
		keys := strings.Fields(b.Keys)
		if b.Does != "" && slices.ContainsFunc(keys, func(k string) bool { return !hidden[k] }) {
			out = append(out, b)
		}
		if b.When == nil && (b.Does != "" || b.Hint == nil) {
			for _, k := range keys {
				hidden[k] = true
			}
		}
	}
	return out
}

// Hint is a key as a footer shows it. A click on it presses the key Press.
type Hint struct {
	Key, Does, Press string // of a binding, Key and Press may be empty for its own
	Stays            bool   // at the end, however narrow the footer
	Alone            bool   // of an overlay: no other keys mean anything
}

// Says returns a hint that is always the same.
func Says(does string) func(*Snapshot) Hint {
	return func(*Snapshot) Hint { return Hint{Does: does} }
}

// Hints returns the footer of a table: what its keys do now, in its order, and at the end
// the hints that stay.
func Hints(all []Binding, s *Snapshot) []Hint {
	var out, stay []Hint
	taken := make(map[string]bool)
	for i := range all {
		b := &all[i]
		if !b.means(s) {
			continue
		}
		first, _, _ := strings.Cut(b.Keys, " ")
		if b.Hint != nil && !taken[first] {
			h := b.Hint(s)
			h.Key = cmp.Or(h.Key, b.Name())
			h.Press = cmp.Or(h.Press, first)
			switch {
			case h.Does == "":
			case h.Stays:
				stay = append(stay, h)
			default:
				out = append(out, h)
			}
		}
		for k := range strings.FieldsSeq(b.Keys) {
			taken[k] = true
		}
	}
	return append(out, stay...)
}

// HintSwap is the hint of the key that shows another chart, where not all fit; more reports
// whether there is another where several fit.
func HintSwap(s *Snapshot, more bool) Hint {
	switch {
	case s.Room == RoomForOne:
		return Hint{Does: "swap"}
	case more:
		return Hint{Does: "other chart"}
	}
	return Hint{}
}
