/// Returns a name as an SQL identifier, in quotation marks.
///
/// Every name that comes from a file or a schema must pass through this function before it becomes part of a
/// statement. SQLite ends a statement at a NUL character, so a name with one is nil.
package func quotedIdentifier(_ name: String) -> String? {
  var quoted = "\""
  for scalar in name.unicodeScalars {
    if scalar == "\0" { return nil }
    if scalar == "\"" { quoted.unicodeScalars.append("\"") }
    quoted.unicodeScalars.append(scalar)
  }
  return quoted + "\""
}
