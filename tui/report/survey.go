package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	maps "lambdascope/sim/features"
	"lambdascope/sim/textfmt"
)

// SurveyVersion rises when a field of the JSON of a survey changes in meaning or goes.
const SurveyVersion = 1

// Survey is the contents of files, with the next command.
type Survey struct {
	*analysis.Survey
	Skipped []Skipped
	Next    string // the command to run next; empty for none
	Build   string
}

// Skipped is a file of a folder that check does not read, with the reason.
type Skipped struct {
	Name   string
	Reason string
}

// WriteSurvey writes a survey as one object of JSON. Lengths are null without episodes, collinear columns without a
// search, because of too many columns.
func WriteSurvey(w io.Writer, s Survey) error {
	columns := maps.Columns(s.Columns)
	var lengths, collinear any
	if len(s.Lengths) > 0 {
		shortest, median, longest := s.lengths()
		lengths = object{{"shortest", shortest}, {"median", median}, {"longest", longest}}
	}
	if found := s.Survey.Collinear; !s.Unchecked || len(found) > 0 {
		collinear = list{len(found), func(i int) object {
			of := []string{}
			for _, j := range found[i].Of {
				of = append(of, columns[j])
			}
			return object{{"column", columns[found[i].Column]}, {"of", of}}
		}}
	}
	equal := [][2]string{}
	for _, e := range s.Equal {
		equal = append(equal, [2]string{e.Episode, e.Earlier})
	}
	out := object{
		{"version", SurveyVersion},
		{"build", s.Build},
		{"files", list{len(s.Files), func(i int) object { return surveyedObject(&s.Files[i]) }}},
		{"skipped", list{len(s.Skipped), func(i int) object { return object{{"name", s.Skipped[i].Name}, {"reason", s.Skipped[i].Reason}} }}},
		{"episodes", len(s.Lengths)},
		{"steps", s.Steps()},
		{"terminated", s.Terminated},
		{"truncated", s.Truncated},
		{"lengths", lengths},
		{"effective_episodes", s.Effective},
		{"rewards", s.Rewards[:]},
		{"observations", list{len(s.Box.Low), func(j int) object {
			out := object{{"column", columns[j]}, {"low", s.Box.Low[j]}, {"high", s.Box.High[j]}}
			out.addIf(slices.Contains(s.Constant(), j), "constant", true)
			return out
		}}},
		{"collinear", collinear},
		{"equal_episodes", equal},
	}
	out.addIf(s.Groups > 0, "groups", s.Groups)
	if r := s.Survey.Ratios; r != nil {
		out = append(out, field{"ratios", object{{"mean", r.Mean}, {"largest", r.Largest}, {"zero", r.Zero}}})
	}
	out = append(out, field{"missing", s.missing()}, field{"findings", orEmpty(Findings(s.Survey))})
	out.addIf(s.Next != "", "next", s.Next)
	return writeObject(w, out)
}

// surveyedObject describes a file.
func surveyedObject(f *analysis.Surveyed) object {
	out := object{{"name", f.Name}}
	out.addIf(f.Format != "", "format", f.Format)
	out = append(out, field{"episodes", f.Episodes}, field{"steps", f.Steps})
	out.addIf(f.Apart > 0, "episodes_apart", f.Apart)
	out.addIf(f.Late > 0, "rows_out_of_order", f.Late)
	if f.Err != nil {
		out = append(out, field{"error", f.Err.Error()})
	}
	return out
}

// lengths returns the lengths of episodes.
func (s Survey) lengths() (shortest, median, longest int) {
	sorted := slices.Sorted(slices.Values(s.Lengths))
	return sorted[0], sorted[len(sorted)/2], sorted[len(sorted)-1]
}

// missing names the optional fields that the data lack.
func (s Survey) missing() []string {
	out := []string{}
	if s.Groups == 0 {
		out = append(out, "groups")
	}
	if s.Survey.Ratios == nil {
		out = append(out, "importance ratios")
	}
	return out
}

// Lines returns a survey for a person to read: lines of a label and a text. Long sentences have no label.
// Faults have a label of their own because a command line in them must stay whole.
func (s Survey) Lines() (lines [][2]string) {
	add := func(label, format string, args ...any) {
		lines = append(lines, [2]string{label, fmt.Sprintf(format, args...)})
	}
	for _, f := range s.Files {
		switch {
		case f.Err != nil && f.Episodes == 0:
			add("", "%s: unreadable", f.Name)
		case f.Err != nil:
			add("", "%s: unreadable after %s", f.Name, textfmt.Count(f.Episodes, "episode"))
		default:
			add("", "%s: %s, %s, %s", f.Name, f.Format, textfmt.Count(f.Episodes, "episode"), textfmt.Count(f.Steps, "step"))
		}
	}
	for _, f := range s.Skipped {
		add("", "%s: not read (%s)", f.Name, f.Reason)
	}
	if n := len(s.Lengths); n > 0 {
		shortest, median, longest := s.lengths()
		add("", "")
		add("episodes", "%d: %d terminated, %d truncated", n, s.Terminated, s.Truncated)
		add("lengths", "%d to %d, median %d; they count as %s of equal length", shortest, longest, median, textfmt.Rounded(s.Effective, 3))
		add("rewards", "%s", span(s.Rewards[0], s.Rewards[1]))
		columns := maps.Columns(s.Columns)
		const few = 20
		for j := range min(few, s.Columns) {
			add(columns[j], "%s", span(s.Box.Low[j], s.Box.High[j]))
		}
		if s.Columns > few {
			add("", "and %d more columns", s.Columns-few)
		}
		if s.Unchecked {
			add("", "so many columns are not looked through for combinations of each other")
		}
		if len(s.Equal) > 0 {
			add("equal", "%s", s.equalText())
		}
		if s.Groups > 0 {
			add("groups", "%d", s.Groups)
		}
		if r := s.Survey.Ratios; r != nil {
			add("ratios", "%s on average, %s at most, %d of 0", textfmt.Rounded(r.Mean, 3), textfmt.Rounded(r.Largest, 3), r.Zero)
		}
		if missing := s.missing(); len(missing) > 0 {
			add("without", "%s", textfmt.And(missing))
		}
	}
	if len(Findings(s.Survey)) > 0 {
		add("", "")
	}
	faults := 0
	for _, f := range s.Files {
		if f.Err != nil {
			faults++
		}
	}
	for i, finding := range Findings(s.Survey) {
		if i < faults {
			add("fault", "%s", finding)
		} else {
			add("!", "%s", finding)
		}
	}
	if s.Next != "" {
		add("next", "%s", s.Next)
	}
	return lines
}

// span writes the ends of a range.
func span(low, high float64) string {
	short := func(v float64) string { return textfmt.Short(v, 4) }
	if low == high {
		return "always " + short(low)
	}
	return short(low) + " to " + short(high)
}

// equalText names the first few episodes with an equal earlier episode.
func (s Survey) equalText() string {
	const few = 5
	var out []string
	for _, e := range s.Equal[:min(few, len(s.Equal))] {
		out = append(out, e.Episode+" = "+e.Earlier)
	}
	text := fmt.Sprintf("%d of %d episodes equal earlier ones: %s", len(s.Equal), len(s.Lengths), strings.Join(out, ", "))
	if len(s.Equal) > few {
		text += ", …"
	}
	if !s.Copies {
		text += "; short ones over few states do by chance"
	}
	return text
}
