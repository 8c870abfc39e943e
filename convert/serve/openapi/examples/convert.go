// Command convert converts a purchase order and prints its rows, one JSON object
// per line:
//
//	LINEITEM_KEY=li_... go run convert.go order.pdf
//
// LINEITEM_URL is the address of the service.
package main

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Result is an answer with status 200. Its rows hold every column's key.
type Result struct {
	Columns []struct{ Key, Label string }
	Rows    []map[string]string
}

// Problem is an answer that reports an error (RFC 9457).
type Problem struct {
	Status    int
	Code      string // for programs
	Detail    string // for people
	RequestID string
}

func (p *Problem) Error() string {
	return fmt.Sprintf("%d %s: %s (request %s)", p.Status, p.Code, p.Detail, p.RequestID)
}

const (
	tries       = 4
	longestWait = time.Minute // a day's limit may ask for hours
)

var client = &http.Client{Timeout: 2 * time.Minute}

// Convert converts a file. A *Problem says why the service did not.
func Convert(url, key, path string) (*Result, error) {
	document, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", filepath.Base(path))
	if err != nil {
		return nil, err
	}
	part.Write(document) // into memory: cannot fail
	form.Close()
	id := make([]byte, 16)
	rand.Read(id)
	for left := tries - 1; ; left-- {
		r, err := http.NewRequest("POST", url+"/api/v1/convert", bytes.NewReader(body.Bytes()))
		if err != nil {
			return nil, err
		}
		r.Header.Set("Authorization", "Bearer "+key)
		r.Header.Set("Content-Type", form.FormDataContentType())
		r.Header.Set("Accept", "application/json")
		r.Header.Set("Idempotency-Key", fmt.Sprintf("%x", id)) // one for all tries: only one of them is charged
		result, wait, err := send(r)
		// 429 and 503 say when to try again; nothing else gets better by itself.
		if err == nil || wait == 0 || wait > longestWait || left == 0 {
			return result, err
		}
		time.Sleep(wait)
	}
}

// send also tells how long to wait before trying again; 0: it does not help.
func send(r *http.Request) (result *Result, wait time.Duration, err error) {
	answer, err := client.Do(r)
	if err != nil {
		return nil, 0, err
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusOK {
		err := json.NewDecoder(answer.Body).Decode(&result)
		return result, 0, err
	}
	seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After")) // 0 where there is none
	problem := &Problem{Status: answer.StatusCode, Code: "unknown"}
	if answer.Header.Get("Content-Type") == "application/problem+json" {
		if err := json.NewDecoder(answer.Body).Decode(problem); err != nil {
			return nil, 0, err
		}
	}
	return nil, time.Duration(seconds) * time.Second, problem
}

func main() {
	log.SetFlags(0)
	key := os.Getenv("LINEITEM_KEY")
	if len(os.Args) != 2 || key == "" {
		log.Print("usage: LINEITEM_KEY=li_... go run convert.go order.pdf")
		os.Exit(2)
	}
	url := cmp.Or(os.Getenv("LINEITEM_URL"), "http://127.0.0.1:8080")
	result, err := Convert(url, key, os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	lines := json.NewEncoder(os.Stdout)
	for _, row := range result.Rows {
		if err := lines.Encode(row); err != nil {
			log.Fatal(err)
		}
	}
}
