#include "empty_sax.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>

static void start_element(void *context, const xmlChar *name, const xmlChar *prefix,
                          const xmlChar *uri, int namespace_count, const xmlChar **namespaces,
                          int attribute_count, int defaulted_count, const xmlChar **attributes) {}

static void end_element(void *context, const xmlChar *name, const xmlChar *prefix,
                        const xmlChar *uri) {}

static void characters(void *context, const xmlChar *text, int length) {}

int empty_sax_parse(const char *text, size_t size) {
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = start_element;
  handler.endElementNs = end_element;
  handler.characters = characters;
  handler.cdataBlock = characters;
  // In pieces, because libxml2 counts the bytes of a document that it gets as one in an int.
  const size_t piece = 1 << 20;
  size_t position = size < 4 ? size : 4;
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, NULL, text, (int)position, NULL);
  if (parser == NULL) return -1;
  xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_HUGE);
  int status = 0;
  while (status == 0 && position < size) {
    size_t count = size - position < piece ? size - position : piece;
    status = xmlParseChunk(parser, text + position, (int)count, 0);
    position += count;
  }
  if (status == 0) status = xmlParseChunk(parser, NULL, 0, 1);
  xmlFreeParserCtxt(parser);
  return status;
}

const char *empty_sax_version(void) { return LIBXML_DOTTED_VERSION; }
