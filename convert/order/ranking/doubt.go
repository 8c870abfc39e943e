package ranking

// sureName is the least confidence that each word of a name must have so that the name is not doubted.
const sureName = 0.7

// doubt makes names with words of low confidence less probable, and thereby all others more: logos and noise look like
// names of few words, too.
func (c *chances) doubt(candidates []*Candidate) {
	sum := c.none
	for i := range c.p {
		least := sureName
		for _, w := range candidates[i].words {
			least = min(least, w.Confidence)
		}
		c.p[i] *= (least / sureName) * (least / sureName)
		sum += c.p[i]
	}
	c.divide(sum)
}
