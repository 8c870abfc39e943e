package samples

import "os"

// ByFold reads what was fitted without the samples' folds, each from the file that is
// named by a prefix, the fold and ".bin". It reads nothing where the prefix is empty.
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
