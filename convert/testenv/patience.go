package testenv

import "time"

// Patience is how long tests wait for what is to happen before they take it for something that
// never will. It is no bound on how long that may take: busy machines stand still for half a
// minute now and then.
const Patience = 4 * time.Minute
