//go:build !linux

package analysis

// seats are needed on Linux alone.
type seats struct{}

func (*seats) use()                     {}
func (*seats) take() (seat int)         { return 0 }
func (*seats) leave(int)                {}
func (*seats) move(from int) (seat int) { return from }
