//go:build !linux || race

package workerpool

const hasAddressLimit = false
