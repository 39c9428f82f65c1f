package estimator

import "testing"

// TestBudgets: what is said of the memory of a selection is what its parts may take.
func TestBudgets(t *testing.T) {
	if KeptInPartBytes != keptInPart*SumBytes || 8*keptMoments != SumBytes {
		t.Errorf("%v and %v bytes, want %v and %v", KeptInPartBytes, SumBytes, keptInPart*SumBytes, 8*keptMoments)
	}
}
