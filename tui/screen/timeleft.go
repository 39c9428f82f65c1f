package screen

import (
	"fmt"
	"time"
)

// TimeLeft writes a time as roughly as an estimate deserves.
func TimeLeft(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 100:
		return fmt.Sprintf("%.0f s left", max(1, s))
	case s < 6000:
		return fmt.Sprintf("%.0f min left", s/60)
	default:
		return fmt.Sprintf("%.0f h left", s/3600)
	}
}
