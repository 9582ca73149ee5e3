// Nothing: the C++ target includes simdjson's header where there is one.
