package figures

import (
	"fmt"
	"strconv"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

// says returns the title of the files and the sentences of the text.
func (v *view) says() (title string, sentences []string) {
	switch {
	case v.Result == nil:
		return "", nil
	case v.Hidden:
		return "", []string{"The answer is hidden; z reveals it."}
	}
	if title = report.Source(v.Settings); !v.Settings.Recorded() {
		title += fmt.Sprintf(", seed %d", v.Settings.Seed)
	}
	p := v.onShow()
	sentences = []string{title + "."}
	switch {
	case !p.begun:
	case v.sweeping():
		sentences = append(sentences, v.sweepFindings())
	case v.study.Err != nil:
		sentences = append(sentences, v.study.Err.Error())
	default:
		sentences = append(sentences, p.count)
		if made := v.madeOf(); made != "" {
			sentences = append(sentences, made)
		}
	}
	return title, sentences
}

// table has the cells of the sweep.
func (s *sweepState) table() page.Table {
	header := []string{s.plan.name(), "lambda", "loto", "diff", "diff_se", "not_ruled_out", "selected", "root_msve"}
	return page.Table{Name: "sweep", Header: header, Rows: s.cells}
}

func (s *sweepState) cells() (out [][]string) {
	for _, r := range s.rows {
		if r == nil {
			continue
		}
		for k, lambda := range r.lambda {
			root := ""
			if r.root != nil {
				root = textfmt.Number(r.root[k])
			}
			out = append(out, []string{
				s.plan.text(r.at), textfmt.Number(lambda), textfmt.Number(r.loto[k]), textfmt.Number(r.diff[k]), textfmt.Number(r.se[k]),
				strconv.FormatBool(r.notRuledOut[k]), strconv.FormatBool(k == r.selected), root,
			})
		}
	}
	return out
}
