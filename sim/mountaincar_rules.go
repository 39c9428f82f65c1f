package sim

// The constants of Gymnasium's MountainCar-v0.
const (
	minPosition  = -1.2
	maxPosition  = 0.6
	maxSpeed     = 0.07
	goalPosition = 0.5
	force        = 0.001
	gravity      = 0.0025
)

// car is a state: position and velocity.
type car struct{ x, v float64 }

// atGoal reports whether the state is terminal.
func (c car) atGoal() bool { return c.x >= goalPosition }

// step returns the state after an action: 0 reverse, 1 neutral, 2 forward. Every product is
// rounded, as in Gymnasium. The explicit conversions keep the compiler from fusing a product with
// a sum, because only some architectures would.
func (c car) step(action int) car {
	push := float64(float64(action-1) * force)
	pull := float64(cosine(float64(3*c.x)) * -gravity)
	c.v = min(max(c.v+(push+pull), -maxSpeed), maxSpeed)
	c.x = min(max(c.x+c.v, minPosition), maxPosition)
	if c.x == minPosition && c.v < 0 {
		c.v = 0 // the wall on the left stops the car
	}
	return c
}
