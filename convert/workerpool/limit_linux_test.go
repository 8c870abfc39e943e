//go:build !race

package workerpool

const hasAddressLimit = true
