package cli_test

import (
	"context"
	"fmt"
	"os"

	"lambdascope/sim/analysis"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
)

// command runs a command line with messages on standard output, too.
func command(args ...string) (code int) {
	env := cli.Env{Out: os.Stdout, Err: os.Stdout, Files: disk.OS{}, Engine: analysis.NewEngine(0), Version: "v1"}
	code, _ = cli.Run(context.Background(), env, args)
	return code
}

// The table of an analysis ends with the verdict in words.
func ExampleRun() {
	command("run", "--states", "5", "-n", "30", "--lambdas", "0,0.5,1")
	// Output:
	// random-walk, 5 states, 1-hot, seed 1, n = 30, 268 steps, 5 features, γ = 0.95, weighted by step
	//
	//            LOTO error            from λ̂           root
	//   λ            ± s.e.            ± s.e.           MSVE
	// 0.0   0.1342 ± 0.0119   0.0006 ± 0.0016   ○     0.0376   best
	// 0.5   0.1336 ± 0.0124   0.0000 ± 0.0000   ▼ λ̂   0.0437
	// 1.0   0.1355 ± 0.0162   0.0019 ± 0.0040   ○     0.0802
	// ○ not ruled out as best on average (95 %)
	//
	// λ̂ = 0.5, but the data cannot rule out any of the other 2 λ's (95 %). Differences under .0069 can't
	//   be seen here; the largest is .0019.
	// LOTO error .134 at λ̂; a constant prediction scores .167: the features explain 20 % of the variance.
	// Truth: root MSVE 0.0437 at λ̂; the lowest of the grid on these data is 0.0376, at λ = 0.
	// At the starts: returns average .33 ± .15; predicted .30.
	//
	// Made by lambdascope v1.
}

// The trajectories that run draws, as JSON Lines. The last line goes to standard error.
func ExampleRun_simulate() {
	command("simulate", "--states", "3", "-n", "2", "--out", "-")
	// Output:
	// {"id":0,"observations":[[0,1,0],[0,0,1]],"rewards":[0,1],"terminations":[false,true],"truncations":[false,false]}
	// {"id":1,"observations":[[0,1,0],[0,0,1]],"rewards":[0,1],"terminations":[false,true],"truncations":[false,false]}
	// lambdascope: 2 trajectories, 4 steps: standard output
}

// Wrong use is an error of one line, with exit code 2.
func ExampleRun_misuse() {
	fmt.Println("exit", command("run", "--gamma", "1.2"))
	fmt.Println("exit", command("rnu"))
	// Output:
	// lambdascope: gamma 1.2: want 0 ≤ γ ≤ 1
	// exit 2
	// lambdascope: unknown command "rnu": did you mean run?
	// exit 2
}
