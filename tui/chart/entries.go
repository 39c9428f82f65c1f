package chart

import "cmp"

// Entry is what the legend says of one series, band, bars or note: a sample of it and
// its name.
type Entry struct {
	Name   string
	Short  string // the name where there is little room
	Ink    Ink
	Line   Line   // of a series
	Marker Marker // of a series or note
	Band   bool
	Bars   bool
}

// Entries lists what the legend names: that the axes are held, bars, the first series, the bands, which are
// mostly its, the other series, the notes, and last the pinned curves, which come
// and go and lie under all others.
func (s *Spec) Entries() []Entry {
	var es []Entry
	if s.Held {
		es = append(es, Entry{Name: "scale held", Short: "held"})
	}
	add := func(e Entry) {
		if e.Name != "" {
			e.Short = cmp.Or(e.Short, e.Name)
			es = append(es, e)
		}
	}
	var own, pinned []Series
	for _, q := range s.Series {
		if q.Ink == InkGhost {
			pinned = append(pinned, q)
		} else {
			own = append(own, q)
		}
	}
	series := func(ss []Series) {
		for _, q := range ss {
			add(Entry{Name: q.Name, Short: q.Short, Ink: q.Ink, Line: q.Line, Marker: q.Marker})
		}
	}
	for _, b := range s.Bars {
		add(Entry{Name: b.Name, Ink: b.Ink, Bars: true})
	}
	first := min(1, len(own))
	series(own[:first])
	for _, b := range s.Bands {
		add(Entry{Name: b.Name, Short: b.Short, Ink: b.Ink, Band: true})
	}
	series(own[first:])
	for _, n := range s.Notes {
		add(Entry{Name: n.Text, Short: n.Short, Ink: n.Ink, Marker: n.Marker})
	}
	series(pinned)
	return es
}
