/// The text form of a truth value: `true` or `false`.
@usableFromInline
package enum BoolText {
  /// Reads `true` or `false`.
  @inlinable
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Bool {
    if TextForm.isEqual(text, "true") { return true }
    if TextForm.isEqual(text, "false") { return false }
    throw .malformed
  }

  /// Reads `true` or `false`.
  package static func parse(_ text: String) throws(TextFormProblem) -> Bool {
    try TextForm.withBytes(of: text, parse)
  }

  /// Appends `true` or `false`.
  @inlinable
  package static func append(_ value: Bool, to bytes: inout [UInt8]) {
    TextForm.append(value ? "true" : "false", to: &bytes)
  }

  /// The text form of a value.
  package static func text(_ value: Bool) -> String {
    value ? "true" : "false"
  }
}
