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
	Key, Does, Press string // of a binding, Key and Press may be empty for what that says
	Rank             Rank
	Alone            bool // of an overlay: no other keys mean anything
}

// Rank is where a hint stands in the footer: the lowest first, and those of the same
// rank as in the table.
type Rank int

// The ranks. Between them is room for those of one table.
const (
	RankVote   Rank = 10 * iota // of a vote that is open
	RankLesson                  // of a lesson
	RankRoom                    // of a room
	RankChoose                  // what chooses and turns controls
	RankSwap                    // where one chart fits
	RankType                    // where more fit
	RankOwn                     // of the page
	RankCursor                  // of the λ cursor
	RankLate                    // RankType, where one chart fits
	RankCommon                  // of all pages
	RankStays                   // of all pages, however narrow the footer
)

// Says returns a hint that is always the same.
func Says(at Rank, does string) func(*Snapshot) Hint {
	return func(*Snapshot) Hint { return Hint{Does: does, Rank: at} }
}

// Hints returns the footer of a table: what its keys do now.
func Hints(all []Binding, s *Snapshot) []Hint {
	var out []Hint
	taken := make(map[string]bool)
	for i := range all {
		b := &all[i]
		if !b.means(s) {
			continue
		}
		first, _, _ := strings.Cut(b.Keys, " ")
		if b.Hint != nil && !taken[first] {
			if h := b.Hint(s); h.Does != "" {
				h.Key, h.Press = cmp.Or(h.Key, b.Name()), cmp.Or(h.Press, first)
				out = append(out, h)
			}
		}
		for k := range strings.FieldsSeq(b.Keys) {
			taken[k] = true
		}
	}
	slices.SortStableFunc(out, func(a, b Hint) int { return cmp.Compare(a.Rank, b.Rank) })
	return out
}

// HintEnter is the hint of the key that types a value, or does something else on a
// control.
func HintEnter(s *Snapshot, does string) Hint {
	h := Hint{Key: "⏎", Does: does, Rank: RankType}
	if s.Room == RoomForOne {
		h.Rank = RankLate
	}
	return h
}

// HintSwap is the hint of the key that shows another chart, where not all fit; more tells
// whether there is another where several fit.
func HintSwap(s *Snapshot, more bool) Hint {
	switch {
	case s.Room == RoomForOne:
		return Hint{Does: "swap", Rank: RankSwap}
	case more:
		return Hint{Does: "other chart", Rank: RankOwn}
	}
	return Hint{}
}
