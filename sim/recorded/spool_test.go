package recorded

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"lambdascope/estimator"
)

// TestSpool reads back spooled trajectories of every kind, and fails if the end is missing.
func TestSpool(t *testing.T) {
	all := mustRead(t, weighted("[0,2.5]")+weighted("[1,1]")+weighted("[1,3]"))
	all = append(all, mustRead(t, good+goodEnded)...)
	var spool []byte
	for _, x := range all {
		spool = AppendSpool(spool, x)
	}
	collect := func(b []byte, stop error) (out []*estimator.Trajectory, err error) {
		err = EachSpooled(bytes.NewReader(b), all[0].Dim(), func(x *estimator.Trajectory) error {
			out = append(out, x)
			return stop
		})
		return out, err
	}
	if got, err := collect(spool, nil); err != nil || !reflect.DeepEqual(got, all) {
		t.Errorf("%d trajectories, %v: want the %d there were", len(got), err, len(all))
	}
	if _, err := collect(spool[:len(spool)-1], nil); err == nil {
		t.Error("a spool without its last byte is no error")
	}
	stop := errors.New("stop")
	if got, err := collect(spool, stop); len(got) != 1 || !errors.Is(err, stop) {
		t.Errorf("%d trajectories, error %v, want that of take", len(got), err)
	}
}
