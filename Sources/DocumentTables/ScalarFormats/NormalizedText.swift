// The standard library compares strings by their NFC forms, and has no public function for them.
// Foundation's forms use the tables of another Unicode version, so equality could differ.
@_spi(_Unicode) import Swift

/// The NFC forms (UAX #15) of texts as bytes; texts with the same form are equal as keys.
package enum NormalizedText {
  /// Calls a function with each byte of the UTF-8 of a text's NFC form.
  @inline(__always)
  package static func forEachByte(
    of bytes: UnsafeBufferPointer<UInt8>, _ body: (UInt8) -> Void
  ) {
    if isNormalized(bytes) {
      for byte in bytes { body(byte) }
    } else {
      for byte in form(of: String(decoding: bytes, as: UTF8.self)).utf8 { body(byte) }
    }
  }

  /// Calls a function with the UTF-8 of a text's NFC form; uses the text's own bytes if they are
  /// known to be in NFC.
  @inline(__always)
  static func withBytes<Result>(
    of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if ByteSearch.isASCII(bytes) || ScalarClass.least(in: bytes) != .unknown { return body(bytes) }
    var text = form(of: String(decoding: bytes, as: UTF8.self))
    // Lifetime: the bytes are used inside the closure.
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Returns whether bytes are known to be in NFC; the answer for most texts is quick.
  private static func isNormalized(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // The scalars below U+0300, whose UTF-8 begins below CC, have class 0 and are their own NFC
    // form.
    if bytes.allSatisfy({ $0 < 0xCC }) { return true }
    return ScalarClass.least(in: UnsafeRawBufferPointer(bytes)) != .unknown
  }

  /// Returns the NFC form of a text.
  package static func form(of text: String) -> String {
    String(String.UnicodeScalarView(CanonicalOrder.ordered(text)._nfc))
  }
}
