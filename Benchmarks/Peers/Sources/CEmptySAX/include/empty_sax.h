#pragma once
#include <stddef.h>

// Parses a document with handlers that do nothing: what libxml2 itself costs. Returns 0 for a
// document that is well-formed.
int empty_sax_parse(const char *text, size_t size);

// The version of libxml2.
const char *empty_sax_version(void);
