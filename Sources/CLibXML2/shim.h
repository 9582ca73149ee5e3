// libxml2 may be built with ICU, whose types then clash with those of the ICU in Foundation.
// LIBXML_ICU_ENABLED only adds the last members of a structure that this package does not access.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/HTMLparser.h>
#include <libxml/xmlerror.h>
