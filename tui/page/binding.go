package page

import (
	"cmp"
	"slices"
	"strings"
)

// Binding is the effect of keys on one page or on all. Key presses, the footer, the help and
// the guide's page of keys come from one table of bindings. The first applicable binding of a
// key wins: bindings of the class, of lessons and of controls come before the page's, and these before the bindings
// of all pages. So a key of a page hides the key of all pages. The order of the table is the order in the footer.
type Binding struct {
	Keys  string // names of Bubble Tea, with spaces between
	Label string // the keys for a person; empty for Keys
	Does  string // in the help; empty to leave the binding out
	Group Group  // in the help
	// Command is the name in the list of :, empty to leave the binding out.
	Command string
	// Told marks a binding that another one covers in the help.
	Told bool

	When func(s *Snapshot) bool // the binding applies; nil for always
	Do   func(s *Snapshot) Action
	Hint func(s *Snapshot) Hint // in the footer; nil for no hint
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
	GroupLesson
	GroupClass
	GroupLeaving
)

// OfPage reports whether the help lists the group among the keys of the current page.
func (g Group) OfPage() bool {
	return g == GroupOwn || g == GroupComparing || g == GroupScreen || g == GroupLesson || g == GroupClass
}

// Name is the keys for a person.
func (b *Binding) Name() string { return cmp.Or(b.Label, b.Keys) }

// means reports whether the binding applies now.
func (b *Binding) means(s *Snapshot) bool { return b.When == nil || b.When(s) }

// Applying returns the bindings of a table that apply now.
func Applying(all []Binding, s *Snapshot) []Binding {
	return slices.DeleteFunc(slices.Clone(all), func(b Binding) bool { return !b.means(s) })
}

// Listed returns the bindings of a table for the help: all with words, except bindings without
// effect because earlier bindings take all the keys. An earlier binding with a hint and
// without words shares the words of the later binding.
func Listed(all []Binding) (out []Binding) {
	hidden := make(map[string]bool)
	for _, b := range all {
		keys := strings.Fields(b.Keys)
		if b.Does != "" && !b.Told && slices.ContainsFunc(keys, func(k string) bool { return !hidden[k] }) {
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

// Hint is a key in a footer. A click presses the key Press.
type Hint struct {
	Key, Does, Press string // of a binding, Key and Press may be empty for the binding's own
	Stays            bool   // at the end, however narrow the footer
	Main             bool   // leaves a narrow footer after all others
	Alone            bool   // of an overlay: all other keys are without effect
}

// Says returns a constant hint.
func Says(does string) func(*Snapshot) Hint {
	return func(*Snapshot) Hint { return Hint{Does: does} }
}

// Hints returns the footer of a table: the hints of the bindings that apply, in the order of
// the table, and after them the hints that stay.
func Hints(all []Binding, s *Snapshot) []Hint {
	var out, stay []Hint
	taken := make(map[string]bool)
	for i := range all {
		b := &all[i]
		if !b.means(s) {
			continue
		}
		if first, _, _ := strings.Cut(b.Keys, " "); b.Hint != nil && !taken[first] {
			h := b.Hint(s)
			if !strings.Contains(b.Label, " ") { // a label of several keys is for the help
				h.Key = cmp.Or(h.Key, b.Label)
			}
			h.Key = cmp.Or(h.Key, first)
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

// OtherChart describes the key for another chart.
const OtherChart = "other chart, where not all fit"

// HintSwap is the hint of the key for another chart on a screen with room for one.
func HintSwap(s *Snapshot) Hint {
	if s.Room != RoomForOne {
		return Hint{}
	}
	return Hint{Does: "chart"}
}

// HintSeed is the hint of the key for other data. A file has no other data.
func HintSeed(s *Snapshot) Hint {
	if s.Settings.Recorded() {
		return Hint{}
	}
	return Hint{Does: "new data"}
}
