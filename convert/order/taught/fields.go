package taught

import "lineitem/convert/order/schema"

// FieldRule leads to a value of the head.
type FieldRule struct {
	Field schema.Field `json:"field"`
}

// learnFields learns what leads to the values of the head.
func (l *Layout) learnFields(lesson *Lesson, v *View, right Example, general Read, known *Layout) {}

// Head puts what the layout leads to into a head that the general reader has read.
func (l *Layout) Head(v *View, head *schema.Cells) {}
