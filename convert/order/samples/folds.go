package samples

import "os"

// ByFold reads, for each fold of the samples, what was fitted without that fold: from the file
// whose name is the prefix, the fold and ".bin". It reads nothing if the prefix is empty.
func ByFold[T any](all []Sample, prefix string, parse func([]byte) (*T, error)) (map[string]*T, error) {
	fitted := map[string]*T{}
	for i := range all {
		fold := all[i].Fold
		if _, known := fitted[fold]; known || prefix == "" || fold == "" {
			continue
		}
		b, err := os.ReadFile(prefix + fold + ".bin")
		if err != nil {
			return nil, err
		}
		if fitted[fold], err = parse(b); err != nil {
			return nil, err
		}
	}
	return fitted, nil
}
