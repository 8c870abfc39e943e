#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void json_fail(const char *reason) {
    fputs(reason, stderr);
    fputs("\n", stderr);
    exit(1);
}

bool text_is(struct text t, const char *word) { return t.size == strlen(word) && memcmp(t.at, word, t.size) == 0; }

struct json json_of(struct text t) { return (struct json){t.at, t.at + t.size}; }

// The next character that is no white space; 0 at the end.
static char peek(struct json *in) {
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\n' || *in->at == '\r' || *in->at == '\t'))
        in->at++;
    return in->at < in->end ? *in->at : 0;
}

static void take(struct json *in, char c) {
    if (peek(in) != c)
        json_fail("the input is not the JSON that was expected");
    in->at++;
}

void json_open(struct json *in, char bracket) { take(in, bracket); }

bool json_more(struct json *in, char bracket) {
    if (peek(in) == ',')
        in->at++;
    if (peek(in) != bracket)
        return true;
    in->at++;
    return false;
}

struct text json_name(struct json *in) {
    struct text name = json_string(in);
    take(in, ':');
    return name;
}

// Passes a string; what stands between its quotes.
static struct text quoted(struct json *in) {
    take(in, '"');
    const char *start = in->at;
    for (; in->at < in->end; in->at++) {
        if (*in->at == '"')
            return (struct text){start, in->at++ - start};
        if (*in->at == '\\')
            in->at++;
    }
    json_fail("the input ends within a string");
}

static unsigned hex4(const char *s, const char *end) {
    unsigned n = 0;
    for (int i = 0; i < 4; i++) {
        char c = s + i < end ? s[i] : 0;
        if (c >= '0' && c <= '9')
            n = n << 4 | (c - '0');
        else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
            n = n << 4 | ((c | 0x20) - 'a' + 10);
        else
            json_fail("the input has an escape that JSON does not know");
    }
    return n;
}

static char *put_utf8(char *to, unsigned c) {
    if (c < 0x80) {
        *to++ = c;
        return to;
    }
    if (c < 0x800) {
        *to++ = 0xc0 | c >> 6;
    } else {
        if (c < 0x10000) {
            *to++ = 0xe0 | c >> 12;
        } else {
            *to++ = 0xf0 | c >> 18;
            *to++ = 0x80 | (c >> 12 & 0x3f);
        }
        *to++ = 0x80 | (c >> 6 & 0x3f);
    }
    *to++ = 0x80 | (c & 0x3f);
    return to;
}

struct text json_string(struct json *in) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    struct text raw = quoted(in);
    const char *from = raw.at, *end = raw.at + raw.size;
    if (!memchr(from, '\\', raw.size))
        return raw;
    char *bytes = malloc(raw.size), *to = bytes;
    if (!bytes)
        json_fail("out of memory");
    while (from < end) {
        if (*from != '\\') {
            *to++ = *from++;
            continue;
        }
        const char *name = memchr(names, from[1], sizeof names - 1);
        if (name) {
            *to++ = values[name - names];
            from += 2;
            continue;
        }
        if (from[1] != 'u')
            json_fail("the input has an escape that JSON does not know");
        unsigned c = hex4(from + 2, end);
        from += 6;
        if (c >= 0xd800 && c < 0xdc00 && end - from >= 6 && from[0] == '\\' && from[1] == 'u') {
            c = 0x10000 + ((c - 0xd800) << 10) + (hex4(from + 2, end) - 0xdc00);
            from += 6;
        }
        to = put_utf8(to, c);
    }
    return (struct text){bytes, to - bytes};
}

struct text json_skip(struct json *in) {
    char first = peek(in);
    const char *start = in->at;
    if (first == '"') {
        quoted(in);
    } else if (first == '{' || first == '[') {
        int depth = 0;
        do {
            switch (peek(in)) {
            case 0:
                json_fail("the input is cut off");
            case '"':
                quoted(in);
                continue;
            case '{':
            case '[':
                depth++;
                break;
            case '}':
            case ']':
                depth--;
            }
            in->at++;
        } while (depth > 0);
    } else {
        while (in->at < in->end && !memchr(",]} \n\r\t", *in->at, 7))
            in->at++;
    }
    return (struct text){start, in->at - start};
}
