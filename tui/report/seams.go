package report

import (
	"fmt"

	maps "lambdascope/sim/features"
	"lambdascope/sim/recorded"
)

// seamText names the form of seams, the effect on the result, and the remedy; empty for plain seams.
func seamText(s *recorded.Seams) string {
	kind, count := s.Kind()
	if kind == recorded.SeamPlain {
		return ""
	}
	return fmt.Sprintf("%d of %d episodes ", count, s.Episodes) + map[recorded.Seam]string{
		recorded.SeamSameStep: "end in the first observation of another: the environment was reset in the same step, and V̂ bootstraps from a new start; record the true final observation, or end these episodes a step earlier by --seams drop-last",
		recorded.SeamAtStart:  "end where they start: if the environment was reset in the same step, V̂ bootstraps from a new start; then record the true final observation, or end these episodes a step earlier by --seams drop-last",
		recorded.SeamNextStep: "begin with a step of reward 0 that only resets the environment, so that V̂ leads from an end to a new start; leave these steps out, by --seams drop-first",
		recorded.SeamCut:      "go on where a truncated one stops: pieces of longer episodes, with their returns cut and not independent; record whole episodes, or put those that follow each other together by --seams join",
		recorded.SeamGoesOn:   "are single steps from the state in which the one before terminated, taken after its end; reset the environment at each end, and leave these steps out",
	}[kind]
}

// labelsText names the columns that look like labels; empty for none.
func labelsText(l maps.Levels, columns []string) string {
	labels, counts := l.Labels()
	if labels == nil {
		return ""
	}
	var names []string
	most := 0
	for i, j := range labels {
		names = append(names, columns[j])
		most = max(most, counts[i])
	}
	values := fmt.Sprintf("has %d values", most)
	if len(names) > 1 {
		values = fmt.Sprintf("have at most %d values each", most)
	}
	return columnList(names) + " " + values + ", all whole: if they are labels, such as states, --features 1-hot gives each a weight"
}
