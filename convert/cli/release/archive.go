package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"path"
	"time"
)

// file is a file of an archive, or a directory of an image.
type file struct {
	name  string // with slashes
	data  []byte
	mode  fs.FileMode
	owner int // user and group; 0 is root
}

// tarred returns a tar archive (ustar, IEEE 1003.1) of files, in order and all with the
// same time. Owners are given by number only.
func tarred(files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range files {
		header := &tar.Header{
			Format: tar.FormatUSTAR, Typeflag: tar.TypeReg, Name: f.name, Size: int64(len(f.data)),
			Mode: int64(f.mode.Perm()), Uid: f.owner, Gid: f.owner, ModTime: at,
		}
		if f.mode&fs.ModeSticky != 0 {
			header.Mode |= 0o1000
		}
		if f.mode.IsDir() {
			header.Typeflag, header.Name = tar.TypeDir, f.name+"/"
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// gzipped compresses data with gzip (RFC 1952), without a name or a time.
func gzipped(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// tarGzip returns a compressed tar archive in which the files are in a folder of that name.
func tarGzip(folder string, files []file, at time.Time) ([]byte, error) {
	inside := make([]file, len(files))
	for i, f := range files {
		f.name = path.Join(folder, f.name)
		inside[i] = f
	}
	data, err := tarred(inside, at)
	if err != nil {
		return nil, err
	}
	return gzipped(data)
}

// zipped returns a ZIP archive in which the files are in a folder of that name.
func zipped(folder string, files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: at}
		header.SetMode(f.mode)
		part, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
