// Package recorded reads trajectories from files and writes them to files.
//
// Three formats hold the same: JSON Lines and CSV, either perhaps gzipped, and NPZ,
// which is only read. Which it is shows in the content when a file is read, and in
// the name when one is written. Observations are read as features: d numbers each, d the same in the
// whole file; package features makes others of them.
//
// # JSON Lines
//
// One episode a line, in Minari's shape,
//
//	{"id": 0, "observations": [[…], …], "rewards": [r, …], "terminations": [b, …], "truncations": [b, …]}
//
// with H rewards, H+1 observations and H of each flag. Every field but the last four,
// "terminated", "group" and "ratios" is skipped.
//
// # CSV
//
// One transition a row, under the header
//
//	episode_id,t,reward,terminated,truncated,obs_0,obs_1,…
//
// with the observation before the transition. t counts the rows of an episode from 0; rows
// may stand in any order of t, or, without such a column, in that of the steps, and among
// those of other episodes. An episode's last row may be that of its
// final observation: its reward is empty and its flags are false or empty. Columns
// may come in any order, and those of other names are skipped. Semicolons or tabs may stand
// in place of the commas. A field is on one
// line, quoted or not; white space around it plays no part.
//
// # NPZ
//
// The arrays observations, rewards, terminals, timeouts and, where an episode was cut
// off, next_observations hold all transitions, as in D4RL's files; or each episode
// has its own arrays, episode_0/observations, episode_0/rewards,
// episode_0/terminations and episode_0/truncations, as in Minari's.
// Where N numbers are wanted, the shape (N, 1) does as well.
//
// # Groups
//
// A field "group" of a line, a column group, or an array group, for each transition or
// for each episode, names what an episode is not independent within: a string or a
// number. All episodes of a file have one, or none has.
//
// # Importance ratios
//
// A field "ratios" of a line, a column ratio, or an array ratios, has a number ≥ 0 for each
// transition: how many times as likely another policy, whose values are asked for, takes
// the action. All episodes of a file have them, or none has.
//
// # How an episode ended
//
// An NPZ says of each episode that it terminated or was truncated. In JSON Lines at least one of "terminations" and "terminated" is needed. The
// episode terminated if the last of "terminations" is true, or if "terminated"
// (true or false, in place of the two lists) is; given both, they must agree. In
// CSV the flags stand on the row of the last transition. An episode that did not
// terminate was truncated, whether "truncations" ends in true or the data simply
// stop; where an episode is terminated and truncated at once, it terminated. A
// flag that is true before the last step is an error. "truncations" alone does not
// tell a terminated episode from data that stop, and is not enough. Flags are true
// and false, or 1 and 0.
//
// A terminated episode may leave out its last observation, which plays no part:
// the value of a terminal state is zero by definition. Append leaves it out, as a
// trajectory does not have it.
//
// # Imports
//
// The package may import estimator and sim/words.
package recorded
