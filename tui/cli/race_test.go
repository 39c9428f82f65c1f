package cli

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestRace: a race drops λ's of Mountain Car, whose errors are far apart, and what it
// leaves is as it is without.
func TestRace(t *testing.T) {
	type analysis struct {
		Curve    []map[string]any `json:"curve"`
		Selected map[string]any   `json:"selected"`
		Race     struct {
			Scored  int `json:"folds_scored"`
			Folds   int `json:"folds"`
			Dropped int `json:"dropped"`
			Lambdas []struct {
				Lambda  float64 `json:"lambda"`
				Dropped bool    `json:"dropped"`
				Folds   int     `json:"folds"`
			} `json:"lambdas"`
		} `json:"race"`
	}
	args := strings.Fields("run --domain mountain-car -n 300")
	read := func(more ...string) (out analysis) {
		t.Helper()
		text := mustCall(t, newSession(t), append(append(args, "--format", "json"), more...)...)
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	race, full := read("--race"), read()
	r := race.Race
	if r.Folds != 3300 || r.Dropped == 0 || r.Scored >= r.Folds || len(r.Lambdas) != 11 || len(race.Curve)+r.Dropped != 11 {
		t.Fatalf("%d rows, race %+v", len(race.Curve), r)
	}
	scored, dropped := 0, 0
	for k, l := range r.Lambdas {
		scored += l.Folds
		if l.Dropped {
			dropped++
		}
		if l.Lambda != full.Curve[k]["lambda"] || l.Dropped != (l.Folds < 100) {
			t.Errorf("λ %d: %+v", k, l)
		}
	}
	if scored != r.Scored || dropped != r.Dropped {
		t.Errorf("%d folds scored, %d λ's dropped; by λ %d and %d", r.Scored, r.Dropped, scored, dropped)
	}
	left := race.Curve[0]
	for _, row := range full.Curve {
		if row["lambda"] != left["lambda"] {
			continue
		}
		for _, key := range []string{"loto", "loto_se", "theta", "msve"} {
			if !reflect.DeepEqual(left[key], row[key]) {
				t.Errorf("%s = %v, without a race %v", key, left[key], row[key])
			}
		}
	}
	if race.Selected["lambda"] != full.Selected["lambda"] {
		t.Errorf("λ̂ = %v, without a race %v", race.Selected["lambda"], full.Selected["lambda"])
	}
	table := mustCall(t, newSession(t), append(args, "--race")...)
	if !strings.Contains(table, "λ's were dropped") || !strings.Contains(table, "folds scored") {
		t.Errorf("table:\n%s", table)
	}
}
