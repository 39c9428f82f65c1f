package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"

	"lambdascope/sim/testutil"
)

// object decodes a JSON object.
func object(t testing.TB, text string) (out map[string]any) {
	t.Helper()
	testutil.Check(t, json.Unmarshal([]byte(text), &out))
	return out
}

// checkJSON compares two JSON values; numbers may differ by rounding.
func checkJSON(t *testing.T, at string, got, want any) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		if len(g) != len(w) {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
		for name, v := range w {
			checkJSON(t, at+"."+name, g[name], v)
		}
	case []any:
		g, _ := got.([]any)
		if len(g) != len(w) {
			t.Fatalf("%s: %v, want %v", at, got, want)
		}
		for i, v := range w {
			checkJSON(t, fmt.Sprintf("%s[%d]", at, i), g[i], v)
		}
	case float64:
		if g, ok := got.(float64); !ok || !near(g, w) {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	default:
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	}
}

// near reports whether two numbers agree to nine digits.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }
