package periodic_test

import (
	"testing"
	"time"

	"lineitem/periodic"
)

// What is started is called again and again until it is ended, and then not even by a call
// that was under way.
func TestStart(t *testing.T) {
	calls, inCall := make(chan int), make(chan bool, 1)
	n := 0
	end := periodic.Start(time.Microsecond, func() {
		inCall <- true
		if n++; n <= 3 {
			calls <- n
		}
		<-inCall
	})
	for want := 1; want <= 3; want++ {
		if got := <-calls; got != want {
			t.Errorf("call %d says that it is the %dth", want, got)
		}
	}
	end()
	if len(inCall) > 0 {
		t.Error("end returned while a call was under way")
	}
}
