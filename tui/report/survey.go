package report

import (
	"io"
	"slices"

	"lambdascope/sim/analysis"
	maps "lambdascope/sim/features"
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
		shortest, median, longest := s.Extents()
		lengths = object{{"shortest", shortest}, {"median", median}, {"longest", longest}}
	}
	if found := s.Survey.Collinear; !s.Unchecked || len(found) > 0 {
		collinear = list{len(found), func(i int) any {
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
		{"files", list{len(s.Files), func(i int) any { return surveyedObject(&s.Files[i]) }}},
		{"skipped", list{len(s.Skipped), func(i int) any { return object{{"name", s.Skipped[i].Name}, {"reason", s.Skipped[i].Reason}} }}},
		{"episodes", len(s.Lengths)},
		{"steps", s.Steps()},
		{"terminated", s.Terminated},
		{"truncated", s.Truncated},
		{"lengths", lengths},
		{"effective_episodes", s.Effective},
		{"rewards", s.Rewards[:]},
		{"observations", list{len(s.Box.Low), func(j int) any {
			out := object{{"column", columns[j]}, {"low", s.Box.Low[j]}, {"high", s.Box.High[j]}}
			out.addIf(slices.Contains(s.Box.Constant(), j), "constant", true)
			return out
		}}},
		{"collinear", collinear},
		{"equal_episodes", equal},
	}
	out.addIf(s.Groups > 0, "groups", s.Groups)
	if r := s.Survey.Ratios; r != nil {
		out = append(out, field{"ratios", object{{"mean", r.Mean}, {"largest", r.Largest}, {"zero", r.Zero}}})
	}
	out = append(out, field{"missing", s.Missing()}, field{"findings", orEmpty(Findings(s.Survey))})
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

// Extents returns lengths of episodes.
func (s Survey) Extents() (shortest, median, longest int) {
	sorted := slices.Sorted(slices.Values(s.Lengths))
	return sorted[0], sorted[len(sorted)/2], sorted[len(sorted)-1]
}

// Missing names the optional fields that the data lack.
func (s Survey) Missing() []string {
	out := []string{}
	if s.Groups == 0 {
		out = append(out, "groups")
	}
	if s.Survey.Ratios == nil {
		out = append(out, "importance ratios")
	}
	return out
}
