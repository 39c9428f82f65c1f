package figure

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lambdascope/sim/study"
)

// A table has all that a row has, under the names of its fields.
func TestColumns(t *testing.T) {
	checkColumns(t, LambdaColumns())
	checkColumns(t, MethodColumns())
	checkColumns(t, TimeColumns())
}

// checkColumns fills the fields of a row with their own numbers and looks for
// each in its column.
func checkColumns[R any](t *testing.T, columns []Column[R]) {
	t.Helper()
	var row R
	v := reflect.ValueOf(&row).Elem()
	if v.NumField() != len(columns) {
		t.Errorf("%T: %d columns of %d fields", row, len(columns), v.NumField())
		return
	}
	for i, c := range columns {
		name, want := v.Type().Field(i).Name, strconv.Itoa(i+1)
		switch f := v.Field(i); f.Kind() {
		case reflect.Int:
			f.SetInt(int64(i + 1))
		case reflect.Float64:
			f.SetFloat(float64(i + 1))
		case reflect.String:
			f.SetString(want)
		case reflect.Bool:
			f.SetBool(true)
			want = "true"
		default:
			t.Errorf("%T.%s: a %v", row, name, f.Kind())
		}
		if got := c.Text(row); got != want || !strings.EqualFold(strings.ReplaceAll(c.Name, "_", ""), name) {
			t.Errorf("%T.%s: column %s has %s, want %s", row, name, c.Name, got, want)
		}
	}
}

func TestTable(t *testing.T) {
	rows := []study.MethodRow{{Method: study.NameALLSTD, Lambda: math.NaN()}, {Method: study.NameLSTDBest, Lambda: .1}}
	header, lines := Table("2048", rows, MethodColumns())
	at := slices.Index(header, "lambda")
	if header[0] != "domain" || len(lines) != 2 || lines[0][0] != "2048" || lines[0][at] != "" || lines[1][at] != "0.1" {
		t.Errorf("%q: %q", header, lines)
	}
}
