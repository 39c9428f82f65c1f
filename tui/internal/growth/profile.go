package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"time"
)

// profilePoint writes a profile of selections to a file, for the point that a sweep, a
// method and a size name. They take half a second or more.
func profilePoint(ctx context.Context, name string, args []string) (err error) {
	p, err := namedPoint(args)
	if err != nil {
		return err
	}
	data, err := p.draw()
	if err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	runtime.GOMAXPROCS(1) // as a point is measured
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	const enough = 500 * time.Millisecond
	for spent := time.Duration(0); spent < enough; {
		one, _, err := p.timed(ctx, data)
		if err != nil {
			return err
		}
		spent += one
	}
	return nil
}

// namedPoint returns the point of a sweep, a method and a size.
func namedPoint(args []string) (point, error) {
	var names []string
	for _, s := range sweeps() {
		names = append(names, s.name)
		if len(args) != 3 || s.name != args[0] {
			continue
		}
		size, err := strconv.Atoi(args[2])
		if err != nil || size < s.sizes[0] || size > s.sizes[len(s.sizes)-1] {
			return point{}, fmt.Errorf("size %q: want %d to %d", args[2], s.sizes[0], s.sizes[len(s.sizes)-1])
		}
		if !slices.ContainsFunc(s.methods, func(m limit) bool { return m.method == args[1] }) {
			return point{}, fmt.Errorf("method %q: the sweep %s has none of that name", args[1], s.name)
		}
		p := s.base
		p.Sweep, p.Method = s.name, args[1]
		*s.at(&p) = size
		return p, nil
	}
	return point{}, fmt.Errorf("%q: want a sweep of %q, a method and a size", args, names)
}
