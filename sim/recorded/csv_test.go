package recorded

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/testutil"
)

const (
	head = "episode_id,t,reward,terminated,truncated,obs_0,obs_1\n"
	// The first episode is good of the tests of JSON Lines, the second goodEnded.
	rowsCut   = "a,0,0.5,false,false,1,2\na,1,-1,false,true,3,4\na,2,,false,false,5,6\n"
	rowsEnded = "b,0,0.5,false,false,1,2\nb,1,-1,true,false,3,4\n"
	table     = head + rowsCut + rowsEnded
)

// all is a file with its trajectories.
type all struct {
	*File
	Data
	Trajectories []*estimator.Trajectory
}

// each reads a file.
func each(in io.Reader, name string, r Reader, take func(t *estimator.Trajectory) error) (out *all, err error) {
	out = new(all)
	out.File, err = r.Each(in, name, take)
	out.Data = r.Data()
	return out, err
}

// read reads a file with at least two trajectories.
func read(in io.Reader, name string) (*all, error) {
	var trajectories []*estimator.Trajectory
	out, err := each(in, name, Reader{Least: 2}, func(t *estimator.Trajectory) error {
		trajectories = append(trajectories, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.Trajectories = trajectories
	return out, nil
}

// mustRead reads a valid file.
func mustRead(t testing.TB, text string) []*estimator.Trajectory {
	t.Helper()
	data := testutil.Get(read(strings.NewReader(text), "x"))(t)
	return data.Trajectories
}

// toleratedCSV returns files with the content of table.
func toleratedCSV() map[string]string {
	wide := func(line string) string { // another order, and columns of others
		f := strings.Split(line, ",")
		return strings.Join([]string{f[6], "x", f[2], f[1], f[0], f[4], f[5], "", f[3]}, ",")
	}
	each := func(change func(string) string) string {
		var out strings.Builder
		for line := range strings.Lines(table) {
			out.WriteString(change(strings.TrimSuffix(line, "\n")) + "\n")
		}
		return out.String()
	}
	return map[string]string{
		"plain":                        table,
		"a separator of a spreadsheet": "sep=;\n" + strings.ReplaceAll(table, ",", ";"),
		"semicolons, commas in a name": strings.NewReplacer(",", ";", "obs_1\n", "obs_1;note (a, b)\n", "2\n", "2;x\n", "4\n", "4;x\n", "6\n", "6;x\n").Replace(table),
		"comments":                     "# made\n#\n#t, of the walk\n" + table,
		"a header of NumPy":            "# " + table,
		"cat of two files":             head + rowsCut + head + rowsEnded,
		"line ends of an old Mac":      strings.ReplaceAll(table, "\n", "\r"),
		"NA":                           strings.Replace(table, "a,2,,false,false", "a,2,NA,NA,NA", 1),
		"NaN":                          strings.Replace(table, "a,2,,false,false", "a,2,NaN,false,false", 1),
		"byte order mark":              "\ufeff" + table,
		"windows line ends":            strings.ReplaceAll(table, "\n", "\r\n"),
		"blank lines":                  "\n \r\n" + strings.ReplaceAll(table, "\n", "\n\n \t\n") + "\n\n",
		"white space":                  strings.ReplaceAll(table, ",", " ,\t"),
		"quoted":                       each(func(l string) string { return `"` + strings.ReplaceAll(l, ",", `","`) + `"` }),
		"an id in quotes":              strings.NewReplacer("a,", `"a,""b""",`, "b,", `"b, c",`).Replace(table),
		"other columns":                each(wide),
		"flags as python has them":     strings.NewReplacer("false", "False", "true", "True").Replace(table),
		"flags as numbers":             strings.NewReplacer("false", "0", "true", "1").Replace(table),
		"numbers in other words":       strings.NewReplacer("0.5", "+5.0e-1", "-1", "-.1E1", ",1,2", ",1.,0.002e+3").Replace(table),
		"final observation of both":    table + "b,2,,false,false,7,8\n",
		"terminated and truncated":     strings.Replace(table, "true,false", "true,true", 1),
		"semicolons":                   strings.ReplaceAll(table, ",", ";"),
		"bars":                         strings.ReplaceAll(table, ",", "|"),
		"tabs":                         strings.ReplaceAll(table, ",", "\t"),
		"without t":                    each(func(l string) string { f := strings.Split(l, ","); return strings.Join(append(f[:1], f[2:]...), ",") }),
		"interleaved":                  head + "a,0,0.5,false,false,1,2\nb,0,0.5,false,false,1,2\na,1,-1,false,true,3,4\nb,1,-1,true,false,3,4\na,2,,false,false,5,6\n",
		"interleaved, without t":       strings.ReplaceAll("id,X,"+head[11:]+"a,X,0.5,false,false,1,2\nb,X,0.5,false,false,1,2\na,X,-1,false,true,3,4\nb,X,-1,true,false,3,4\nb,X,,,,3,4\na,X,,false,false,5,6\n", "id,X,t,", "episode_id,X,"),
		"backwards":                    head + "a,2,,false,false,5,6\na,1,-1,false,true,3,4\nb,1,-1,true,false,3,4\nb,0,0.5,false,false,1,2\na,0,0.5,false,false,1,2\n",
		"a late final observation":     table + "b,2,,false,false,7,8\n",
	}
}

// damagedCSV are files with their errors, without the name.
var damagedCSV = []struct{ text, want string }{
	{"episode_id;t;reward\n", `line 1: terminated, truncated and obs_0: no such columns: want the header episode_id,t,reward,terminated,truncated,obs_0,obs_1,…`},
	{strings.ReplaceAll(head, ",", ";") + "a;0;0,5;true;false;1;2\n", `line 2: reward: "0,5": want a number with a point in place of a comma`},
	{"episode_id,t,reward,terminated,truncated,obs_1\n", "line 1: obs_0: no such column: want the header episode_id,t,reward,terminated,truncated,obs_0,obs_1,…, without gaps"},
	{"episode_id,t,Reward,terminated,truncated,obs_0\n", "line 1: Reward: an unknown column: want reward"},
	{"episode_id,t,reward,terminated,truncated,obs_0,observation_2\n", "line 1: observation_2: an unknown column: want obs_0, obs_1, … for the features"},

	{table + "c,0,0,true,false,1,2\"\n", `line 7: a quote is missing or out of place at column 21: want quotes around a whole field, "" for one inside, and each field on one line, as python3 -c "import csv; csv.writer(open('FILE.csv', 'w')).writerows([f.replace('\n', ' ') for f in r] for r in csv.reader(open('FILE', newline='')))" writes fields of several lines`},

	{table + "c,0,0,true,false,0x1p3,2\n", `line 7: obs_0: "0x1p3": want a number`},
	{table + "c,0,0,,true,1,2\n", `line 7: terminated: empty: want true or false`},

	{table + "c,0,0,false,false,1,2\nc,2,0,true,false,1,2\n", `line 8: t: 2: want 1, as each episode counts its rows from 0`},

	{table + "a,0,0,true,false,1,2\n", `line 7: episode_id: a again, after episode a ended on line 4: want one episode for each episode_id`},
	{table + "c,2,0,true,false,1,2\nc,2,0,true,false,1,2\n", `line 8: t: 2 again, as on line 7: want each row of an episode once`},

	{table + "c,0,1,false,false,1,2\nc,1,,true,false,1,2\n", `line 8: terminated: true on the row of the final observation: want it on the row before, of the last transition`},
	{table + "c,0,1,true,false,1,2\nc,1,1,true,false,1,2\n", `line 7: terminated: true before the last transition: want it there alone, and one episode for each episode_id`},
	{table + "c,0,1,false,false,1,2\nc,1,,false,false,1,2\nc,2,1,true,false,1,2\n", `line 8: reward: empty, but the episode goes on: want a reward on each row but that of the final observation`},
	{table + "c,0,1,false,true,1,2\n", `line 7: the last row of episode c, which is not terminated: want its final observation on one more row, with an empty reward`},
	// The first fault of the file counts.
	{table + "c,0,1,false,true,1,2\nd,0,x,true,false,1,2\n", `line 8: reward: "x": want a number`},
}

func TestReadDamagedCSV(t *testing.T) {
	for _, c := range damagedCSV {
		for _, text := range []string{c.text, strings.ReplaceAll(c.text, "\n", "\r\n"), string(compress([]byte(c.text)))} {
			wantFault(t, []byte(text), c.want)
		}
	}
}

// wantFault reads a file and compares the error.
func wantFault(t *testing.T, raw []byte, want string) {
	t.Helper()
	if _, err := read(bytes.NewReader(raw), "x"); err == nil || err.Error() != "x: "+want {
		t.Errorf("%.150q\n got %v\nwant x: %s", raw, err, want)
	}
}

// TestReadCSVCutOff: every beginning of a file either fails or holds its complete episodes. A row
// that ends early never counts as a shorter number, except in the last line.
func TestReadCSVCutOff(t *testing.T) {
	text := table + rowsNamed("c") + rowsNamed("d")
	all := mustRead(t, text)
	for end := range len(text) {
		data, err := read(strings.NewReader(text[:end]), "x")
		if err != nil {
			continue
		}
		n := len(data.Trajectories)
		if last := text[end-1]; last != '\n' && text[end] != '\n' {
			t.Errorf("cut off after %q: no error", text[:end])
		}
		if err := same(data.Trajectories, all[:n]); err != nil {
			t.Errorf("%d bytes: %v", end, err)
		}
	}
}

func rowsNamed(id string) string { return strings.ReplaceAll(rowsCut, "a,", id+",") }

// TestRowsInAnyOrder: shuffled rows give the episodes of the ordered file, unless they exceed the
// memory limit.
func TestRowsInAnyOrder(t *testing.T) {
	var rows []string
	for i := range 40 {
		for step := range 30 {
			rows = append(rows, fmt.Sprintf("%d,%d,%d,%t,false,%d,.5\n", i, step, i-step, step == 29, i*step))
		}
	}
	all := mustRead(t, head+strings.Join(rows, ""))
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	text := head + strings.Join(rows, "")
	data := testutil.Get(read(strings.NewReader(text), "x"))(t)
	for i, id := range data.IDs {
		k, err := strconv.Atoi(id)
		if err == nil {
			err = same(data.Trajectories[i:i+1], all[k:k+1])
		}
		if err != nil {
			t.Fatalf("episode %s: %v", id, err)
		}
	}
	if len(data.IDs) != 40 || data.Apart != 40 || data.Late < 40 || data.Format != "CSV" {
		t.Errorf("%d trajectories, %+v", len(data.Trajectories), data.Data)
	}
	hold := func(bytes int64) error {
		_, err := each(strings.NewReader(text), "x", Reader{Least: 2, Hold: bytes}, func(*estimator.Trajectory) error { return nil })
		return err
	}
	if err := hold(1 << 20); err != nil {
		t.Error(err)
	}
	if err := hold(1 << 10); err == nil || !strings.Contains(err.Error(), "too many rows out of order") || !strings.HasPrefix(err.Error(), "x: line ") {
		t.Error(err)
	}
}
