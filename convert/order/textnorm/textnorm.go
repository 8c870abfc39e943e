// Package textnorm normalises and splits the words of an order so that they can be compared:
// the form in which they are looked up, where they end, and which of their
// characters are digits.
package textnorm
