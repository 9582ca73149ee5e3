#include <sqlite3.h>

// Swift imports neither functions with variable arguments nor SQLITE_TRANSIENT.

// Sets one of the switches of sqlite3_db_config(); an SQLite that does not know it ignores it.
static inline int csqlite_configure(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}

// Binds a copy of UTF-8 text.
static inline int csqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Binds a copy of bytes.
static inline int csqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// An open file of a file system of ours: SQLite's part comes first, as sqlite3_vfs.szOsFile requires.
typedef struct csqlite_file {
  sqlite3_file base;
  // A retained object.
  void *state;
} csqlite_file;
