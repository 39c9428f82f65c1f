package dial

import (
	"strconv"

	"lambdascope/tui/chart"
)

// walk draws the states of the walk in a row, with both ends and their rewards; nil for other problems
// and for too many states.
func (v *view) walk(width int, f *found) []string {
	const (
		title, legend = " the walk", "● the start; then left or right by chance, to an end: ■"
		most          = 6 // columns between neighbours
	)
	states := f.settings.Problem.States
	if f.settings.Problem.Domain != "random-walk" {
		return nil
	}
	from := chart.Width(title) + 5
	apart := min(most, (width-from-chart.Width(legend)-6)/(states+1))
	if apart < 1 {
		return nil
	}
	k := v.Styles.Canvas(width, 2)
	k.Text(0, 0, title, chart.InkText)
	column := func(at int) int { return from + at*apart }
	for x := column(0); x <= column(states+1); x++ {
		k.Set(x, 0, '─', chart.InkFaint)
	}
	for at := range states + 2 {
		sign, label, ink := '○', strconv.Itoa(at), chart.InkText
		switch at {
		case 0, states + 1:
			sign = '■'
		case (states + 1) / 2:
			sign, ink = '●', chart.InkCursor
		}
		if at == states+1 {
			label = "+1"
		}
		if apart > 1 || sign != '○' {
			k.Set(column(at), 0, sign, ink)
		}
		if apart > 2 || sign == '■' {
			k.Centred(column(at), 1, label, chart.InkFaint)
		}
	}
	k.Text(column(states+1)+4, 0, legend, chart.InkFaint)
	return k.Lines()
}
