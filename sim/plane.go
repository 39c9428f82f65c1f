package sim

// Plane is a Roller whose states are points of a plane, so that a map can show values.
type Plane interface {
	Roller
	// PlaneAxes describes the two coordinates.
	PlaneAxes() (x, y PlaneAxis)
	// StatePoint returns the coordinates of an encoded state.
	StatePoint(state []byte) (x, y float64)
}

// PlaneAxis is a coordinate of states.
type PlaneAxis struct {
	Name     string
	Min, Max float64 // range of all nonterminal states
	Cells    int     // number of equal parts in a map
}

// PlaneAxes are the position, up to the goal, and the velocity, in cells of 0.05
// by 0.005.
func (m *mountainCar) PlaneAxes() (x, y PlaneAxis) {
	return PlaneAxis{"position", minPosition, goalPosition, 34}, PlaneAxis{"velocity", -maxSpeed, maxSpeed, 28}
}

// StatePoint returns the position and the velocity.
func (m *mountainCar) StatePoint(state []byte) (x, y float64) {
	c := decodeCar(state)
	return c.x, c.v
}
