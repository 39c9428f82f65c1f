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
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

type surveyObject struct {
	Version      int             `json:"version"`
	Build        string          `json:"build"`
	Files        []surveyed      `json:"files"`
	Skipped      []Skipped       `json:"skipped"`
	Episodes     int             `json:"episodes"`
	Steps        int             `json:"steps"`
	Terminated   int             `json:"terminated"`
	Truncated    int             `json:"truncated"`
	Lengths      *lengths        `json:"lengths"` // null without episodes
	Effective    Number          `json:"effective_episodes"`
	Rewards      [2]Number       `json:"rewards"`
	Observations []surveyColumn  `json:"observations"`
	Collinear    []collinear     `json:"collinear"` // null without a search, because of too many columns
	Equal        [][2]string     `json:"equal_episodes"`
	Groups       int             `json:"groups,omitempty"`
	Ratios       *surveyedRatios `json:"ratios,omitempty"`
	Missing      []string        `json:"missing"`
	Findings     []string        `json:"findings"`
	Next         string          `json:"next,omitempty"`
}

type surveyed struct {
	Name     string `json:"name"`
	Format   string `json:"format,omitempty"`
	Episodes int    `json:"episodes"`
	Steps    int    `json:"steps"`
	Apart    int    `json:"episodes_apart,omitempty"`
	Late     int    `json:"rows_out_of_order,omitempty"`
	Error    string `json:"error,omitempty"`
}

type lengths struct {
	Shortest int `json:"shortest"`
	Median   int `json:"median"`
	Longest  int `json:"longest"`
}

type surveyColumn struct {
	Column   string `json:"column"`
	Low      Number `json:"low"`
	High     Number `json:"high"`
	Constant bool   `json:"constant,omitempty"`
}

type collinear struct {
	Column string   `json:"column"`
	Of     []string `json:"of"`
}

type surveyedRatios struct {
	Mean    Number `json:"mean"`
	Largest Number `json:"largest"`
	Zero    int    `json:"zero"`
}

// WriteSurvey writes a survey as one object of JSON.
func WriteSurvey(w io.Writer, s Survey) error {
	out := surveyObject{
		Version: SurveyVersion, Build: s.Build, Files: []surveyed{}, Skipped: append([]Skipped{}, s.Skipped...),
		Episodes: len(s.Lengths), Steps: s.Steps(), Terminated: s.Terminated, Truncated: s.Truncated,
		Effective: Number(s.Effective), Rewards: [2]Number{Number(s.Rewards[0]), Number(s.Rewards[1])},
		Observations: []surveyColumn{}, Equal: [][2]string{}, Groups: s.Groups,
		Missing: s.missing(), Findings: append([]string{}, Findings(s.Survey)...), Next: s.Next,
	}
	for _, f := range s.Files {
		one := surveyed{Name: f.Name, Format: f.Format, Episodes: f.Episodes, Steps: f.Steps, Apart: f.Apart, Late: f.Late}
		if f.Err != nil {
			one.Error = f.Err.Error()
		}
		out.Files = append(out.Files, one)
	}
	if len(s.Lengths) > 0 {
		l := s.lengths()
		out.Lengths = &l
	}
	columns := maps.Columns(s.Columns)
	for j, low := range s.Box.Low {
		out.Observations = append(out.Observations, surveyColumn{columns[j], Number(low), Number(s.Box.High[j]), slices.Contains(s.Constant(), j)})
	}
	if !s.Unchecked {
		out.Collinear = []collinear{}
	}
	for _, c := range s.Survey.Collinear {
		one := collinear{columns[c.Column], []string{}}
		for _, j := range c.Of {
			one.Of = append(one.Of, columns[j])
		}
		out.Collinear = append(out.Collinear, one)
	}
	for _, e := range s.Equal {
		out.Equal = append(out.Equal, [2]string{e.Episode, e.Earlier})
	}
	if r := s.Survey.Ratios; r != nil {
		out.Ratios = &surveyedRatios{Number(r.Mean), Number(r.Largest), r.Zero}
	}
	return writeObject(w, out)
}

func (s Survey) lengths() lengths {
	sorted := slices.Sorted(slices.Values(s.Lengths))
	return lengths{sorted[0], sorted[len(sorted)/2], sorted[len(sorted)-1]}
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
		l := s.lengths()
		add("", "")
		add("episodes", "%d: %d terminated, %d truncated", n, s.Terminated, s.Truncated)
		add("lengths", "%d to %d, median %d; they count as %s of equal length", l.Shortest, l.Longest, l.Median, textfmt.Rounded(s.Effective, 3))
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
