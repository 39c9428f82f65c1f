package figures

import (
	"fmt"
	"math"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// present returns the row of the present n or γ; nil while there is none.
func (s *sweepState) present() *sweepRow {
	for _, r := range s.rows {
		if r != nil && r.at == s.plan.now {
			return r
		}
	}
	return nil
}

// ends returns the first and the last row that there are; nil where there is
// none.
func (s *sweepState) ends() (first, last *sweepRow) {
	for _, r := range s.rows {
		if r == nil {
			continue
		}
		if first == nil {
			first = r
		}
		last = r
	}
	return first, last
}

// met returns in how many rows λ̂ is the λ of the lowest root MSVE, of those where
// that is known.
func (s *sweepState) met() (met, of int) {
	for _, r := range s.rows {
		if r == nil || r.root == nil {
			continue
		}
		of++
		if r.selected == r.best {
			met++
		}
	}
	return met, of
}

// sweepReadout gives the numbers of the current row at the λ under the cursor.
func (v *view) sweepReadout() (at string, parts []screen.Part) {
	k := v.CursorIndex()
	now := v.Page.sweep.Now
	at = fmt.Sprintf(" λ = %s, %s = %s", textfmt.Number(v.CursorLambda()), now.plan.symbol(), now.plan.text(now.plan.now))
	r := now.present()
	switch {
	case r == nil || k >= len(r.loto):
		return at, []screen.Part{{Ink: chart.InkFaint, Text: "not computed yet"}}
	case now.plan.compares():
		return at, now.comparedParts(r, k)
	case k == r.selected:
		parts = append(parts, screen.Part{Ink: chart.InkSelected, Text: "λ̂ of this row", Short: "λ̂"})
	default:
		text := fmt.Sprintf("%s t s.e. from λ̂ = %s", apartText(r.apart(k)), textfmt.Number(v.Result.Selection.Candidates[r.selected].Lambda))
		parts = append(parts, screen.Part{Ink: chart.InkEstimate, Text: text, Short: apartText(r.apart(k)) + " t s.e."})
		if r.notRuledOut[k] {
			parts = append(parts, screen.Part{Ink: chart.InkFaint, Text: "not ruled out"})
		}
	}
	parts = append(parts, screen.Part{Ink: chart.InkEstimate, Text: "LOTO error " + textfmt.Rounded(r.loto[k], 4)})
	if r.root != nil {
		parts = append(parts, screen.Part{Ink: chart.InkTruth, Text: "root MSVE " + textfmt.Rounded(r.root[k], 3)})
	}
	return at, parts
}

// apartText writes a number of t s.e.
func apartText(v float64) string {
	if math.IsInf(v, 1) {
		return "more than any number of"
	}
	return textfmt.Rounded(v, 2)
}

// sweepFindings says what the rows have to say.
func (v *view) sweepFindings() string {
	if !v.Page.sweep.Begun() {
		return ""
	}
	now := v.Page.sweep.Now
	text := ""
	if err := v.Page.sweep.Err; err != nil {
		text = err.Error() + ". "
	}
	if now.plan.compares() {
		return text + now.comparison()
	}
	first, last := now.ends()
	if first != nil && first != last {
		text += fmt.Sprintf("%s: λ̂ = %s, %s. %s: λ̂ = %s, %s (95 %%).",
			v.rowName(first), v.rowLambda(first), ruledOutText(first), v.rowName(last), v.rowLambda(last), ruledOutText(last))
	}
	if met, of := now.met(); of > 1 {
		text += fmt.Sprintf(" λ̂ is the λ of the lowest root MSVE in %d of %d rows.", met, of)
	}
	if now.plan.over == state.FigureGamma && first != nil && first.at == 0 {
		text += " (At γ = 0 all λ's are the same.)"
	}
	if v.Settings.Recorded() {
		text += " Figures a to c need fresh data and the true values: recorded data have neither."
	}
	return text
}

func (v *view) rowName(r *sweepRow) string {
	plan := v.Page.sweep.Now.plan
	return plan.symbol() + " = " + plan.text(r.at)
}

func (v *view) rowLambda(r *sweepRow) string { return textfmt.Number(r.lambda[r.selected]) }

// ruledOutText says how many λ's a row rules out.
func ruledOutText(r *sweepRow) string {
	switch others := len(r.loto) - 1; {
	case r.rivals == others:
		return "nothing ruled out"
	case r.rivals == 0:
		return "all others ruled out"
	default:
		return fmt.Sprintf("%d of %d others ruled out", others-r.rivals, others)
	}
}
