// Package wording is how the words of an order are compared and taken apart:
// the form in which they are looked up, where they end, and which of their
// characters are digits.
package wording
