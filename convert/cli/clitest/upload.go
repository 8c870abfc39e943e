package clitest

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// Upload is a request that sends a file.
type Upload struct {
	ContentType string
	Body        []byte
}

// NewUpload returns a multipart form with a document in its part "file".
func NewUpload(name string, document []byte) Upload {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, _ := w.CreateFormFile("file", name)
	part.Write(document)
	w.Close()
	return Upload{w.FormDataContentType(), b.Bytes()}
}

// OrderUpload returns an upload of SampleOrder.
func OrderUpload(t testing.TB) Upload {
	t.Helper()
	data, err := os.ReadFile(SampleOrder())
	if err != nil {
		t.Fatal(err)
	}
	return NewUpload(filepath.Base(SampleOrder()), data)
}

// NewClient returns a client that keeps enough connections for all who use it at once.
func NewClient() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}
}

// Post sends the upload to the conversion endpoint. An answer that does not arrive
// completely is an error.
func (u Upload) Post(client *http.Client, url, key, idempotencyKey string) (status int, header http.Header, err error) {
	r, err := http.NewRequest("POST", url+"/api/v1/convert", bytes.NewReader(u.Body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", u.ContentType)
	if idempotencyKey != "" {
		r.Header.Set("Idempotency-Key", idempotencyKey)
	}
	response, err := client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil, err
	}
	if response.StatusCode == http.StatusOK && !bytes.Contains(body, []byte(`"po_number"`)) {
		return 0, nil, fmt.Errorf("200 with the body %q", body)
	}
	return response.StatusCode, response.Header, nil
}

// Unavailable reports whether an answer has status 503 and Retry-After, which means
// that the fault is temporary.
func Unavailable(status int, header http.Header) bool {
	return status == http.StatusServiceUnavailable && header.Get("Retry-After") != ""
}

// Answer sends the upload and returns the status and the body of the answer.
func (u Upload) Answer(client *http.Client, url, key string) (status int, body []byte, err error) {
	r, err := http.NewRequest("POST", url+"/api/v1/convert", bytes.NewReader(u.Body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", u.ContentType)
	response, err := client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	body, err = io.ReadAll(response.Body)
	return response.StatusCode, body, err
}

// Answered sends a request with a body and returns the status and the body of the answer.
func Answered(client *http.Client, method, url, key, contentType string, body []byte) (int, string, error) {
	r, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", contentType)
	response, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, string(text), err
}

// Mapper reads a mapper in testdata/mapper by its name, such as "examples/c".
func Mapper(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(Testdata("mapper", name+".wasm"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
