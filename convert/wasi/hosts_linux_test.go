package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
)

// measured is how many documents BenchmarkHosts converts.
const measured = 20

// BenchmarkHosts measures the time per document in each host, for the same 20 orders, after the host has
// compiled the module: first with an instance or a process for each document, then ("-further") in one
// that has converted the documents before. All figures are processor time, except Chromium's, which is
// wall-clock time, as it works in several processes.
func BenchmarkHosts(b *testing.B) {
	all := orders(b)
	var names []string
	for i := range measured {
		names = append(names, all[i*len(all)/measured])
	}
	for _, host := range []struct {
		name string
		run  host
	}{{"native", nativeHost}, {"natively-built", builtHost}, {"Node", nodeHost}, {"wazero", wazeroHost}, {"Chromium", chromiumHost}} {
		b.Run(host.name, func(b *testing.B) { host.run(b, slices.Collect(slices.Chunk(names, 1))) })
		if host.name == "Chromium" {
			continue // there each document has its own instance
		}
		b.Run(host.name+"-further", func(b *testing.B) {
			once := host.run(b, [][]string{names})
			report(b, host.run(b, [][]string{slices.Repeat(names, 3)})/2-once/2)
		})
	}
}

// A host converts documents, those of each run in an instance or a process of its own. It reports the
// time per document of one pass, and returns the time of the whole pass.
type host func(b *testing.B, runs [][]string) time.Duration

// report reports the time per document of one pass over the documents, and returns the time of the pass.
func report(b *testing.B, pass time.Duration) time.Duration {
	b.ReportMetric(float64(pass.Microseconds())/1000/measured, "ms/document")
	b.ReportMetric(0, "ns/op")
	return pass
}

// took runs a program, which must succeed, and returns the processor time of it and its children.
func took(b *testing.B, program string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), program, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%s: %v\n%.2000s", program, err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

func nativeHost(b *testing.B, runs [][]string) time.Duration {
	var all time.Duration
	for range b.N {
		for _, names := range runs {
			all += took(b, os.Args[0], append([]string{"convert", "--format=ndjson"}, names...)...)
		}
	}
	return report(b, all/time.Duration(b.N))
}

// builtHost runs the module's command, built as a native program.
func builtHost(b *testing.B, runs [][]string) time.Duration {
	program := filepath.Join(b.TempDir(), "converter")
	b.Setenv("CGO_ENABLED", "0") // as the module and the program are built
	took(b, "go", "build", "-o", program, ".")
	var all time.Duration
	for range b.N {
		for _, names := range runs {
			all += took(b, program, names...)
		}
	}
	return report(b, all/time.Duration(b.N))
}

// nodeHost runs Node with one pass and with three passes over the documents, so that the time for
// starting and compiling cancels out.
func nodeHost(b *testing.B, runs [][]string) time.Duration {
	if _, err := exec.LookPath("node"); err != nil {
		testenv.Missing(b, "node")
	}
	const script = `
		const {WASI} = await import("node:wasi"), {readFileSync} = await import("node:fs");
		const [file, folder, times, ...runs] = process.argv.slice(1);
		const module = await WebAssembly.compile(readFileSync(file));
		for (let i = 0; i < Number(times); i++) for (const run of runs) {
			const wasi = new WASI({version: "preview1", args: ["lineitem", ...JSON.parse(run)], preopens: {"/testdata": folder}, returnOnExit: true});
			const functions = Object.entries(wasi.wasiImport).map(([name, f]) => [name, (...args) => f(...args)]);
			const status = wasi.start(await WebAssembly.instantiate(module, {wasi_snapshot_preview1: Object.fromEntries(functions)}));
			if (status) process.exit(status);
		}`
	var texts []string
	for _, names := range runs {
		text, err := json.Marshal(guestNames(b, names))
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	times := func(n string) time.Duration {
		args := []string{"--no-warnings", "--input-type=module", "-e", script, clitest.WASI(b), clitest.Testdata(), n}
		return took(b, "node", append(args, texts...)...)
	}
	var all time.Duration
	for range b.N {
		all += (times("3") - times("1")) / 2
	}
	return report(b, all/time.Duration(b.N))
}

func wazeroHost(b *testing.B, runs [][]string) time.Duration {
	runtime, module := load(b)
	convert := func(names []string) {
		if status, _, complaints := inWazero(b, module, runtime, nil, guestNames(b, names)...); status != 0 {
			b.Fatalf("the module ends with %d\n%s", status, complaints)
		}
	}
	convert(runs[0][:1])
	began := testenv.OwnCPU()
	for range b.N {
		for _, names := range runs {
			convert(names)
		}
	}
	return report(b, (testenv.OwnCPU()-began)/time.Duration(b.N))
}

// chromiumHost converts in a browser, with the shim of the service's pages, in a worker as these do.
func chromiumHost(b *testing.B, runs [][]string) time.Duration {
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		testenv.Missing(b, "Chromium")
	}
	assets := http.FileServer(http.Dir("../serve/site/assets"))
	module := clitest.WASI(b)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
		case r.URL.Path == "/lineitem.wasm":
			w.Header().Set("Content-Type", "application/wasm")
			http.ServeFile(w, r, module)
		case strings.HasSuffix(r.URL.Path, ".js"):
			assets.ServeHTTP(w, r)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has no sandbox for root
	}
	ctx, end := chromedp.NewContext(b.Context(), chromedp.WithAllocatorOptions(options...))
	defer end()
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL)); err != nil {
		b.Fatalf("Chromium does not start: %v", err)
	}
	evaluate := func(script string) float64 {
		v, err := chromedp.Run(ctx, chromedp.Evaluate[float64](script, chromedp.EvalAwaitPromise))
		if err != nil {
			b.Fatalf("%v, evaluating %.300s", err, script)
		}
		return v
	}
	var documents []string
	for _, names := range runs {
		data, err := os.ReadFile(names[0])
		if err != nil {
			b.Fatal(err)
		}
		documents = append(documents, base64.StdEncoding.EncodeToString(data))
	}
	texts, err := json.Marshal(documents)
	if err != nil {
		b.Fatal(err)
	}
	evaluate(`(async () => {
		const worker = new Worker("/local-worker.js", {type: "module"});
		window.ask = message => new Promise((resolve, reject) => {
			worker.onmessage = ({data}) => data.wrong ? reject(new Error(data.wrong)) : resolve(data.answer);
			worker.onerror = reject;
			worker.postMessage(message);
		});
		window.documents = ` + string(texts) + `.map(text => Uint8Array.from(atob(text), c => c.charCodeAt(0)));
		await ask({address: "/lineitem.wasm"});
		for (const document of documents) await ask({document, filename: "order.pdf"});
		return 0;
	})()`)
	var all float64 // milliseconds
	for range b.N {
		all += evaluate(`(async () => {
			const began = performance.now();
			for (const document of documents) await ask({document, filename: "order.pdf"});
			return performance.now() - began;
		})()`)
	}
	return report(b, time.Duration(all/float64(b.N)*float64(time.Millisecond)))
}
