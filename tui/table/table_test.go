package table

import (
	"testing"

	"lambdascope/estimator"
)

func TestFoldNote(t *testing.T) {
	for status, want := range map[estimator.FoldStatus]string{
		estimator.FoldOK:        "",
		estimator.FoldRefit:     "refit",
		estimator.FoldDeficient: "rank-deficient fold",
	} {
		if got := foldNote(status); got != want {
			t.Errorf("%v: %q, want %q", status, got, want)
		}
	}
}
