#include "visit_json.h"

#if __has_include(<simdjson.h>)

#include <simdjson.h>

#include <new>

namespace {

using namespace simdjson;

// Keeps the compiler from leaving out what nobody looks at.
volatile unsigned long sink;

long visit(ondemand::value value) {
  long count = 1;
  switch (value.type()) {
    case ondemand::json_type::object:
      for (auto field : value.get_object()) {
        sink = std::string_view(field.unescaped_key()).size();
        count += visit(field.value());
      }
      break;
    case ondemand::json_type::array:
      for (auto element : value.get_array()) count += visit(element.value());
      break;
    case ondemand::json_type::string:
      sink = std::string_view(value.get_string()).size();
      break;
    case ondemand::json_type::number:
      sink = static_cast<unsigned long>(double(value.get_double()));
      break;
    case ondemand::json_type::boolean:
      sink = bool(value.get_bool());
      break;
    case ondemand::json_type::null:
      if (!value.is_null()) return -1;
      break;
  }
  return count;
}

}  // namespace

const char *visit_json_version(void) { return SIMDJSON_STRINGIFY(SIMDJSON_VERSION); }

void *visit_json_load(const char *path) {
  auto text = new (std::nothrow) padded_string();
  if (text == nullptr) return nullptr;
  if (padded_string::load(path).get(*text) != SUCCESS) {
    delete text;
    return nullptr;
  }
  return text;
}

void visit_json_free(void *document) { delete static_cast<padded_string *>(document); }

long visit_json_count(void *document) {
  try {
    ondemand::parser parser;
    auto iterated = parser.iterate(*static_cast<padded_string *>(document));
    return visit(iterated.get_value());
  } catch (const simdjson_error &) {
    return -1;
  }
}

#else

const char *visit_json_version(void) { return nullptr; }
void *visit_json_load(const char *) { return nullptr; }
void visit_json_free(void *) {}
long visit_json_count(void *) { return -1; }

#endif
