/// Bytes in place of others.
struct TextEdit: Sendable {
  let range: Range<Int>
  let bytes: [UInt8]

  init(_ range: Range<Int>, _ bytes: some Sequence<UInt8>) {
    self.range = range
    self.bytes = Array(bytes)
  }

  /// The order of edits: by their places, insertions first, then what contains other edits.
  fileprivate func place(at index: Int) -> (Int, Int, Int) {
    (range.lowerBound, range.isEmpty ? .min : -range.count, index)
  }
}

extension [UInt8] {
  /// Returns the bytes with edits, of which those at one place follow each other in their order.
  ///
  /// An edit within the bytes of another one is left out.
  func applying(_ edits: [TextEdit]) -> [UInt8] {
    let sorted = edits.enumerated().sorted {
      $0.element.place(at: $0.offset) < $1.element.place(at: $1.offset)
    }.map(\.element)
    var result: [UInt8] = []
    var end = 0
    for edit in sorted where edit.range.lowerBound >= end {
      result += self[end..<edit.range.lowerBound]
      result += edit.bytes
      end = edit.range.upperBound
    }
    return result + self[end...]
  }
}
