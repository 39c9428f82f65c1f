package export_test

import (
	"strings"
	"testing"

	"lambdascope/tui/chart"
	"lambdascope/tui/export"
	"lambdascope/tui/page"
)

// summary has a chart, and a table with a constant column, a column of words and long numbers.
func summary() *export.Summary {
	return &export.Summary{Command: "http://x/?a&b", Export: page.Export{
		Sentences: []string{"<b>λ̂</b> is 0.9."},
		Views: []page.Exported{{
			Name: "errors",
			Chart: &chart.Spec{
				X: chart.Axis{Label: "λ"}, Y: chart.Axis{Label: "LOTO error"},
				Series: []chart.Series{{Name: "LOTO error"}, {Name: "λ̂"}},
			},
			Tables: []page.Table{{
				Header: []string{"n", "lambda", "root_msve", "status"},
				Rows: func() [][]string {
					return [][]string{{"20", "0", "0.14070595", "ruled out"}, {"20", "0.9", "0.13961234", ""}}
				},
			}},
		}},
	}}
}

func TestHTML(t *testing.T) {
	got := strings.ReplaceAll(summary().HTML("Explore"), "\n", "")
	want := "<h1>Explore</h1><p>&lt;b&gt;λ̂&lt;/b&gt; is 0.9.</p>" +
		"<p>errors: LOTO error by λ. Legend: LOTO error; λ̂.</p><p>All rows: n = 20.</p>" +
		"<table><tr><th>λ</th><th>root MSVE</th><th>status</th></tr>" +
		"<tr><td>0</td><td>0.141</td><td>ruled out</td></tr>" +
		"<tr><td>0.9</td><td>0.140</td><td></td></tr></table>" +
		"<h2>The link that opens this view:</h2><p>http://x/?a&amp;b</p>"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestLines cuts a table into tables of the width, all with the first column.
func TestLines(t *testing.T) {
	lines := summary().Lines(14, strings.ToUpper, func(text string) []string { return nil })
	want := "      ROOT\n  Λ   MSVE\n  0  0.141\n0.9  0.140\n\n  Λ  STATUS\n  0  RULED OUT\n0.9"
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
