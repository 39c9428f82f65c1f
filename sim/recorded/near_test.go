package recorded

import (
	"strings"
	"testing"
)

func TestNearObservation(t *testing.T) {
	for _, name := range []string{
		"ob_1", "ob1", "ob", "Ob_1", "OB-1", "ob[1]", "o_1", "o1", "os_1", "osb_1", "obz_1", "obbs_1",
		"obs", "obs1", "obs-1", "obs.1", "observation_2", "observations_2", "obervation_2", "Observaton", "obsevration_1",
		"next_obs_0", "nextobs1", "next_observation_1",
	} {
		if !nearObservation(strings.ToLower(name)) {
			t.Errorf("%s would be skipped", name)
		}
	}
	for _, name := range []string{
		"", "1", "o", "os", "action", "action_0", "state_1", "x_1", "return_1", "object_1", "objective", "option_2", "on_2", "next", "next_state_1", "orbit_1", "jobs_1",
	} {
		if nearObservation(name) {
			t.Errorf("%s would be an error", name)
		}
	}
}
