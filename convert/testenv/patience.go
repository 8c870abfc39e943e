package testenv

import "time"

// Patience is how long tests wait for an event before they conclude that it will never happen.
// It is no bound on how long the event may take: busy machines stand still for half a minute
// now and then.
const Patience = 4 * time.Minute
