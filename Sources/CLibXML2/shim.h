// libxml2 may be built with ICU, whose types then clash with those of the ICU inside of Foundation.
// What the switch adds to its headers are the last members of a structure that nothing here looks into.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
