// Reads JSON (RFC 8259) piece by piece, without a tree in memory: a program
// walks over the text and keeps only what it needs. What is no JSON ends the
// program with a word on standard error.
//
//     for (json_open(in, '{'); json_more(in, '}');) {
//         struct text name = json_name(in);
//         if (text_is(name, "label"))
//             label = json_string(in);
//         else
//             json_skip(in);
//     }

#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

// Bytes of somebody else's memory, not ended by a zero.
struct text {
    const char *at;
    size_t size;
};

// What is still to be read.
struct json {
    const char *at, *end;
};

bool text_is(struct text t, const char *word);

// A reader of a text, such as one that json_skip gave.
struct json json_of(struct text t);

// Enters an object '{' or an array '['.
void json_open(struct json *in, char bracket);

// Tells whether another member or element follows, and leaves the object '}' or
// the array ']' if not.
bool json_more(struct json *in, char bracket);

// The name of a member, behind which its value is to be read.
struct text json_name(struct json *in);

// A string, without its quotes and escapes, in memory of its own.
struct text json_string(struct json *in);

// Any value as it stands, for instance to be copied to the output.
struct text json_skip(struct json *in);

// Ends the program because of what it has read.
_Noreturn void json_fail(const char *reason);

#endif
