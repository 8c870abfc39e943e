package main

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"lineitem/convert/testenv"
)

// The files of an image are enough to run the service: as the image's user and as process 1
// it starts, answers its health check, converts an order, and exits with status 0 on SIGTERM.
func TestImageRuns(t *testing.T) {
	testenv.Long(t, "builds the program")
	if os.Getuid() != 0 {
		t.Skip("a file system of its own needs root here")
	}
	t.Chdir(root)
	name := filepath.Join(t.TempDir(), "image.tar")
	var complaints bytes.Buffer
	if status := run([]string{"image", name}, io.Discard, &complaints); status != 0 {
		t.Fatalf("release image = %d %s", status, &complaints)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	folder := rootFolder(t)
	config := unpack(t, data, folder)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	env := append(config.Env, "LINEITEM_ADDR="+address)
	inside := append([]string{"--pid", "--fork", "--mount", "--kill-child=TERM", "--root=" + folder, "--mount-proc", "--setgid=65532", "--setuid=65532"}, config.Entrypoint...)
	if out, err := exec.Command("unshare", append(inside, "version")...).CombinedOutput(); err != nil {
		t.Skipf("no namespaces may be made here: %v %s", err, out)
	}
	serve := exec.Command("unshare", append(inside, config.Cmd...)...)
	var log bytes.Buffer // to be read only after the service has ended
	printed, err := os.Create(filepath.Join(t.TempDir(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	serve.Env, serve.Stdout, serve.Stderr = env, printed, &log
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- serve.Wait() }()
	t.Cleanup(func() { serve.Process.Kill() })
	await(t, "a healthy service", func() bool {
		check := exec.Command(config.Healthcheck.Test[1], config.Healthcheck.Test[2:]...)
		check.Env, check.Dir = env, "/"
		check.SysProcAttr = &syscall.SysProcAttr{Chroot: folder, Credential: &syscall.Credential{Uid: imageUser, Gid: imageUser}}
		return check.Run() == nil
	})
	text, err := os.ReadFile(printed.Name())
	if err != nil {
		t.Fatal(err)
	}
	if body := convert(t, address, regexp.MustCompile(`li_[0-9A-Za-z]+`).FindString(string(text))); !strings.Contains(body, `"rowCount":8,`) {
		t.Errorf("the image converts to %s", body)
	}
	// Process 1 is what unshare started.
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", serve.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	var first int
	if _, err := fmt.Sscan(string(children), &first); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(first, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("after SIGTERM the service ended with %v, its log:\n%s", err, &log)
	}
}

// rootFolder returns an empty folder that every user can enter.
func rootFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "image-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	// A container runtime would add /proc.
	if err := os.Mkdir(filepath.Join(folder, "proc"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// unpack writes the files of an image into a folder, and returns how the image is to be run.
func unpack(t *testing.T, data []byte, folder string) imageRun {
	t.Helper()
	_, files := untarred(t, data)
	saved := decoded[[]struct {
		Config string
		Layers []string
	}](t, files["manifest.json"])
	for _, layer := range saved[0].Layers {
		extract(t, gunzipped(t, files[layer]), folder)
	}
	config := decoded[imageConfig](t, files[saved[0].Config])
	if config.Architecture != runtime.GOARCH {
		t.Fatalf("the image is for %s", config.Architecture)
	}
	return config.Config
}

// convert sends an order to a service, and returns the body of its answer.
func convert(t *testing.T, address, key string) string {
	t.Helper()
	order, err := os.ReadFile("testdata/orders/german-letter.pdf")
	if err != nil {
		t.Fatal(err)
	}
	body := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"order.pdf\"\r\n\r\n" + string(order) + "\r\n--b--\r\n"
	request, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+address+"/api/v1/convert", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// extract writes the files of a layer into a folder, with their owners.
func extract(t *testing.T, layer []byte, folder string) {
	t.Helper()
	headers, files := untarred(t, layer)
	for _, h := range headers {
		name := filepath.Join(folder, filepath.FromSlash(h.Name))
		var err error
		if h.Typeflag == tar.TypeDir {
			err = os.Mkdir(name, 0o700)
		} else {
			err = os.WriteFile(name, files[h.Name], 0o600)
		}
		if err == nil {
			err = os.Chown(name, h.Uid, h.Gid)
		}
		if err == nil {
			err = os.Chmod(name, h.FileInfo().Mode())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// await calls come until it returns true, for a minute at most.
func await(t *testing.T, what string, come func() bool) {
	t.Helper()
	for range 1200 {
		if come() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s does not come", what)
}
