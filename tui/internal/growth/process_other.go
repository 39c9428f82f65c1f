//go:build !linux

package main

import "time"

func processTime() (time.Duration, error) { return 0, errElsewhere }

func startPeak() (bytes int, err error) { return 0, errElsewhere }

func peakMemory() (bytes int, err error) { return 0, errElsewhere }
