package disk

import (
	"os"
	"testing"

	"lambdascope/sim/testutil"
)

// TestScratch: what is written is read back, and nothing is left in the folder.
func TestScratch(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("TMP", folder)
	s := testutil.Get(OS{}.Scratch())(t)
	testutil.Get(s.Write([]byte("numbers")))(t)
	got := make([]byte, 4)
	if _, err := s.ReadAt(got, 3); err != nil || string(got) != "bers" {
		t.Errorf("%q, %v", got, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("%v, %v are left", left, err)
	}
	t.Setenv("TMPDIR", folder+"/none")
	t.Setenv("TMP", folder+"/none")
	if _, err := (OS{}).Scratch(); err == nil {
		t.Error("a folder that is not there is no error")
	}
}
