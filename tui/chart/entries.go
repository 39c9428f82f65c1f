package chart

// Entry is what the legend says of one series, band or note: a sample of it and
// its name.
type Entry struct {
	Name   string
	Ink    Ink
	Line   Line   // of a series
	Marker Marker // of a series or note
	Band   bool
}

// Entries lists what the legend names: the first series, the bands, which are
// mostly its, the other series, the notes.
func (s *Spec) Entries() []Entry {
	var es []Entry
	add := func(e Entry) {
		if e.Name != "" {
			es = append(es, e)
		}
	}
	series := func(ss []Series) {
		for _, q := range ss {
			add(Entry{Name: q.Name, Ink: q.Ink, Line: q.Line, Marker: q.Marker})
		}
	}
	first := min(1, len(s.Series))
	series(s.Series[:first])
	for _, b := range s.Bands {
		add(Entry{Name: b.Name, Ink: b.Ink, Band: true})
	}
	series(s.Series[first:])
	for _, n := range s.Notes {
		add(Entry{Name: n.Text, Ink: n.Ink, Marker: n.Marker})
	}
	return es
}
