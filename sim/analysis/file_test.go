package analysis

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// episodes returns a file of n episodes whose first feature starts at 1.
func episodes(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, `{"observations":[[1,1],[%d,2]],"rewards":[%d],"terminated":true}`+"\n", i, i%3)
	}
	return out.String()
}

// textSource is a text as a file readable only once.
func textSource(name, text string) Source {
	return Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

func load(t testing.TB, e *Engine, name, text string) settings.File {
	t.Helper()
	return testutil.Get(e.Load(t.Context(), textSource(name, text), nil))(t)
}
