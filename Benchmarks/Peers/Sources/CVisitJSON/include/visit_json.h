#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// The version of simdjson; null where it was not installed when this was built.
const char *visit_json_version(void);

// A file in memory, with the padding that simdjson wants; null where it cannot be read.
void *visit_json_load(const char *path);
void visit_json_free(void *document);

// Visits every value of a document, texts unescaped and numbers parsed; returns how many there are,
// or a negative number where it is not valid.
long visit_json_count(void *document);

#ifdef __cplusplus
}
#endif
