import Markup

/// The spelling of texts that XML 1.0 cannot contain, as the body of a JSON string (spec 3.2).
///
/// The escapes are the shortest, as in the JSON encoding, with the addition of `\ufffe` and
/// `\uffff`, which JSON need not escape but XML cannot contain.
package enum XMLEscapedText {
  /// Appends the body before it is escaped for XML.
  package static func appendBody(of text: UnsafeBufferPointer<UInt8>, to target: inout [UInt8]) {
    var quoted: [UInt8] = []
    JSONText.append(utf8: text, to: &quoted)
    var index = 1
    while index < quoted.count - 1 {
      // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
      if quoted[index] == 0xEF, index + 2 < quoted.count - 1, quoted[index + 1] == 0xBF,
        quoted[index + 2] >= 0xBE
      {
        target.append(contentsOf: (quoted[index + 2] == 0xBE ? "\\ufffe" : "\\uffff").utf8)
        index += 3
      } else {
        target.append(quoted[index])
        index += 1
      }
    }
  }

  /// Decodes a body that is marked as escaped; throws if the mark is not needed or the body is not
  /// canonical.
  static func decode(_ body: UnsafeBufferPointer<UInt8>) throws(RecordProblem) -> [UInt8] {
    let text = try text(ofBody: body)
    let isCanonical = text.withUnsafeBufferPointer { text in
      var expected: [UInt8] = []
      appendBody(of: text, to: &expected)
      return expected.elementsEqual(body)
    }
    guard isCanonical else { throw RecordProblem(.valueNotCanonical) }
    guard !text.withUnsafeBufferPointer(XMLText.isRepresentable) else {
      throw RecordProblem(.needlessEscape, "XML can hold this text as it is")
    }
    return text
  }

  /// Returns the text of the body of a JSON string.
  static func text(ofBody body: UnsafeBufferPointer<UInt8>) throws(RecordProblem) -> [UInt8] {
    var quoted: [UInt8] = [0x22]
    quoted.append(contentsOf: body)
    quoted.append(0x22)
    let text = quoted.withUnsafeBufferPointer { quoted -> [UInt8]? in
      // The reader of the text around it has compared its length with the limit.
      let limits = MarkupLimits(textBytes: quoted.count)
      guard var json = try? JSONReader(quoted, limits: limits), let string = try? json.scanString(),
        json.offset == quoted.count
      else { return nil }
      var text: [UInt8] = []
      string.appendDecoded(to: &text)
      return text
    }
    guard let text else { throw RecordProblem(.valueType, "not the body of a JSON string") }
    return text
  }
}
