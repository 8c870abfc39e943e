package convert

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// tesseractLanguages are the names of languages among Tesseract's models, by
// ISO 639-1 code.
var tesseractLanguages = map[string]string{
	"cs": "ces", "da": "dan", "de": "deu", "en": "eng", "es": "spa", "fr": "fra", "it": "ita",
	"nl": "nld", "no": "nor", "pl": "pol", "pt": "por", "sv": "swe",
}

// Modes of page segmentation that are tried: automatic, with and without a look
// at the page's orientation; one column; one block; sparse text, without and with
// that look.
var tesseractModes = []string{"1", "3", "4", "6", "11", "12"}

// attempt is how Tesseract read a document in one mode.
type attempt struct {
	score
	mode string
	peak int64 // bytes of memory
}

// tesseract reads a document in each mode and gives the best attempt. PDF pages
// are rendered into the folder.
func tesseract(p *picture, folder string) (attempt, error) {
	pages := []string{p.path}
	if strings.EqualFold(filepath.Ext(p.path), ".pdf") {
		if err := exec.Command("pdftoppm", "-r", "200", "-png", p.path, filepath.Join(folder, "page")).Run(); err != nil {
			return attempt{}, err
		}
		var err error
		if pages, err = filepath.Glob(filepath.Join(folder, "page-*.png")); err != nil { // in order: numbers are padded
			return attempt{}, err
		}
	}
	var best attempt
	for i, mode := range tesseractModes {
		a, err := p.attempt(pages, mode)
		if err != nil {
			return attempt{}, err
		}
		if i == 0 || a.found > best.found || a.found == best.found && a.read < best.read {
			best = a
		}
	}
	return best, nil
}

// attempt lets Tesseract read the pages in one mode.
func (p *picture) attempt(pages []string, mode string) (attempt, error) {
	a := attempt{mode: mode}
	var read [][]string
	for _, page := range pages {
		cmd := exec.Command("tesseract", page, "stdout", "-l", cmp.Or(tesseractLanguages[p.Lang], "eng"), "--psm", mode)
		cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
		text, err := cmd.Output()
		// Without enough text to tell an orientation by, modes 1 and 12 fail.
		if err != nil && mode != "1" && mode != "12" {
			return a, err
		}
		read = append(read, strings.Fields(string(text)))
		cpu, peak := cost(cmd.ProcessState)
		a.cpu += cpu
		a.peak = max(a.peak, peak)
	}
	a.score = p.score(read, a.cpu)
	return a, nil
}
