// A mapper that adds columns whose values stand somewhere on the order, beside a
// label: the cost center and the number of the contract. It also gives one
// column another heading. All else goes through as it is.
//
//     clang-16 --target=wasm32-wasi --sysroot=/usr -std=c11 -O2 -Wl,--strip-all -o cost_center.wasm main.c json.c

#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A column that is added. Its value is that of the first label that begins with
// one of the words, in small letters, wherever it stands on the order.
static const struct field {
    const char *key, *label;
    const char *words[12];
} fields[] = {
    {"cost_center", "Cost center",
     {"cost center", "cost centre", "kostenstelle", "centre de coût", "centro de coste", "centro di costo",
      "centro de custo", "kostenplaats", "accounting and appropriation"}},
    {"contract_number", "Contract no.",
     {"contract no", "contract number", "rahmenvertrag", "vertragsnummer", "vertrags-nr", "numéro de contrat",
      "número de contrato", "numero contratto", "contractnummer"}},
};
enum { FIELDS = sizeof fields / sizeof *fields };

// The column that gets another heading.
static const char renamed_key[] = "po_number", renamed_label[] = "Customer's order no.";

// What was found for each field, as it stands in the input.
static struct found {
    struct text value, page, box;
} found[FIELDS];

static void print(struct text t) { fwrite(t.at, 1, t.size, stdout); }
static void print_word(const char *s) { fputs(s, stdout); }

// Small letters: A to Z, and in UTF-8 those from À to Þ.
static unsigned char lower(struct text t, size_t i) {
    unsigned char c = t.at[i];
    if (c >= 'A' && c <= 'Z')
        return c + 0x20;
    if (c >= 0x80 && c <= 0x9e && i > 0 && (unsigned char)t.at[i - 1] == 0xc3)
        return c + 0x20;
    return c;
}

static bool is_letter(struct text t, size_t i) {
    unsigned char c = i < t.size ? lower(t, i) : 0;
    return (c >= 'a' && c <= 'z') || c >= 0x80;
}

// Tells whether a label begins with a word. Forms number their labels: "2." and
// "b." before one are passed.
static bool begins(struct text label, const char *word) {
    size_t i = 0, n = strlen(word);
    while (i < label.size && !is_letter(label, i))
        i++;
    if (i + 2 < label.size && label.at[i + 1] == '.' && label.at[i + 2] == ' ')
        i += 3;
    if (i + n > label.size)
        return false;
    for (size_t k = 0; k < n; k++)
        if (lower(label, i + k) != (unsigned char)word[k])
            return false;
    return true;
}

static void find(struct json in) {
    for (json_open(&in, '['); json_more(&in, ']');) {
        struct text label = {0};
        struct found here = {0};
        for (json_open(&in, '{'); json_more(&in, '}');) {
            struct text name = json_name(&in);
            if (text_is(name, "label"))
                label = json_string(&in);
            else if (text_is(name, "value"))
                here.value = json_skip(&in);
            else if (text_is(name, "page"))
                here.page = json_skip(&in);
            else if (text_is(name, "box"))
                here.box = json_skip(&in);
            else
                json_skip(&in);
        }
        for (int f = 0; f < FIELDS; f++)
            for (const char *const *word = fields[f].words; *word && !found[f].value.size; word++)
                if (begins(label, *word))
                    found[f] = here;
    }
}

static void write_columns(struct json in) {
    print_word("{\"columns\":[");
    for (json_open(&in, '['); json_more(&in, ']');) {
        struct text key = {0}, key_text = {0}, label = {0};
        for (json_open(&in, '{'); json_more(&in, '}');) {
            struct text name = json_name(&in);
            if (text_is(name, "key")) {
                struct json again = in;
                key_text = json_string(&again);
                key = json_skip(&in);
            } else if (text_is(name, "label")) {
                label = json_skip(&in);
            } else {
                json_skip(&in);
            }
        }
        print_word("{\"key\":");
        print(key);
        print_word(",\"label\":");
        if (text_is(key_text, renamed_key)) {
            print_word("\"");
            print_word(renamed_label);
            print_word("\"");
        } else {
            print(label);
        }
        print_word("},");
    }
    for (int f = 0; f < FIELDS; f++) {
        print_word(f ? ",{\"key\":\"" : "{\"key\":\"");
        print_word(fields[f].key);
        print_word("\",\"label\":\"");
        print_word(fields[f].label);
        print_word("\"}");
    }
    print_word("]");
}

static void write_value(int f) {
    if (found[f].value.size)
        print(found[f].value);
    else
        print_word("\"\"");
}

static void write_evidence(int f) {
    print_word("{\"page\":");
    print(found[f].page);
    print_word(",\"box\":");
    print(found[f].box);
    print_word(",\"confidence\":0.9,\"words\":[");
    print(found[f].value);
    print_word("]}");
}

// Writes the objects of an array again, each with one more member for each field.
static void extend(const char *name, struct json in, bool evidence) {
    bool first = true;
    print_word(",\"");
    print_word(name);
    print_word("\":[");
    for (json_open(&in, '['); json_more(&in, ']'); first = false) {
        struct text object = json_skip(&in);
        struct json inside = json_of(object);
        json_open(&inside, '{');
        bool comma = json_more(&inside, '}');
        if (!first)
            print_word(",");
        print((struct text){object.at, object.size - 1}); // without its last brace
        for (int f = 0; f < FIELDS; f++) {
            if (evidence && !found[f].value.size)
                continue;
            print_word(comma ? ",\"" : "\"");
            print_word(fields[f].key);
            print_word("\":");
            evidence ? write_evidence(f) : write_value(f);
            comma = true;
        }
        print_word("}");
    }
    print_word("]");
}

static struct text read_all(void) {
    size_t size = 0, room = 1 << 16;
    char *bytes = malloc(room);
    while (bytes) {
        size_t n = fread(bytes + size, 1, room - size, stdin);
        size += n;
        if (n == 0)
            return (struct text){bytes, size};
        if (size == room)
            bytes = realloc(bytes, room *= 2);
    }
    json_fail("out of memory");
}

int main(void) {
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);

    struct text columns = {0}, rows = {0}, evidence = {0}, pairs = {0};
    struct json in = json_of(read_all());
    for (json_open(&in, '{'); json_more(&in, '}');) {
        struct text name = json_name(&in), value = json_skip(&in);
        if (text_is(name, "columns"))
            columns = value;
        else if (text_is(name, "rows"))
            rows = value;
        else if (text_is(name, "evidence"))
            evidence = value;
        else if (text_is(name, "pairs"))
            pairs = value;
    }
    find(json_of(pairs));
    write_columns(json_of(columns));
    extend("rows", json_of(rows), false);
    extend("evidence", json_of(evidence), true);
    print_word("}\n");
    return fflush(stdout) ? 1 : 0;
}
