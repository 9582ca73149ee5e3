/// Conversions between strings and bytes, shared by all text forms.
@usableFromInline
package enum TextForm {
  /// Calls a parser with the UTF-8 bytes of a string.
  package static func withBytes<Value>(
    of text: String,
    _ parse: (UnsafeBufferPointer<UInt8>) throws(TextFormProblem) -> Value
  ) throws(TextFormProblem) -> Value {
    var text = text
    // Lifetime: the buffer is only valid, and only used, during the call. The result goes through
    // `Result` because `withUTF8` cannot rethrow a typed error.
    let result = text.withUTF8 { bytes in
      Result { () throws(TextFormProblem) -> Value in try parse(bytes) }
    }
    return try result.get()
  }

  /// Returns a string of the bytes that a formatter appends.
  package static func string(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether two texts have the same bytes.
  @inlinable
  package static func isEqual(_ text: UnsafeBufferPointer<UInt8>, _ bytes: [UInt8]) -> Bool {
    text.count == bytes.count && text.elementsEqual(bytes)
  }

  /// Returns whether a text is exactly an ASCII word.
  @inlinable
  package static func isEqual(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    // Bound: both buffers are read up to the count that they share.
    text.count == word.utf8CodeUnitCount
      && text.elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Appends an ASCII word.
  @inlinable
  package static func append(_ word: StaticString, to bytes: inout [UInt8]) {
    // Lifetime: a static string lives as long as the process.
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }
}
