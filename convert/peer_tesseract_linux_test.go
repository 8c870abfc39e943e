package convert

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// tesseractLanguages maps ISO 639-1 codes to the names of Tesseract's language
// models.
var tesseractLanguages = map[string]string{
	"cs": "ces", "da": "dan", "de": "deu", "en": "eng", "es": "spa", "fr": "fra", "it": "ita",
	"nl": "nld", "no": "nor", "pl": "pol", "pt": "por", "sv": "swe",
}

// tesseractModes are the page segmentation modes to try: automatic with (1) and
// without (3) orientation detection, one column (4), one block (6), and sparse
// text without (11) and with (12) orientation detection.
var tesseractModes = []string{"1", "3", "4", "6", "11", "12"}

// attempt is Tesseract's reading of a document in one mode.
type attempt struct {
	score
	mode string
	peak int64 // bytes of memory
}

// tesseract reads a document in each mode and returns the best attempt. PDF pages
// are rendered into the folder.
func tesseract(p *picture, folder string) (attempt, error) {
	pages := []string{p.path}
	if strings.EqualFold(filepath.Ext(p.path), ".pdf") {
		if err := exec.Command("pdftoppm", "-r", "200", "-png", p.path, filepath.Join(folder, "page")).Run(); err != nil {
			return attempt{}, err
		}
		var err error
		if pages, err = filepath.Glob(filepath.Join(folder, "page-*.png")); err != nil { // in page order, as numbers are padded with zeros
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
		// Modes 1 and 12 fail on pages with too little text to detect the
		// orientation.
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
