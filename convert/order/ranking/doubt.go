package ranking

// sureName is how surely each word of a name is read at least, so that it is not doubted.
const sureName = 0.7

// doubt makes names of words that were hardly read less probable, and all others more: logos and noise look like names of
// few words, too.
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
