import Markup

/// The members of a JSON object or the elements of an array, as the text spells them, so that one is edited and the others stay.
struct JSONParts {
  struct Part {
    /// The name of a member; empty for an element.
    let name: String
    /// The member with its name, or the element.
    let range: Range<Int>
    let value: Range<Int>
  }

  private(set) var parts: [Part] = []
  /// The place of the value, with its brackets.
  private(set) var range = 0..<0
  let isObject: Bool

  /// Finds the parts of the value at a place of a text that was read without an error; nil for a value that has none.
  init?(_ text: [UInt8], _ place: Range<Int>) {
    let start = text[place].firstIndex { $0 > 0x20 }
    guard let start, text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[") else {
      return nil
    }
    isObject = text[start] == UInt8(ascii: "{")
    do {
      try text[start..<place.upperBound].withUnsafeBufferPointer { bytes in
        var json = try JSONReader(bytes)
        try read(&json, from: start)
      }
    } catch { return nil }
  }

  private mutating func read(_ json: inout JSONReader, from start: Int) throws(MarkupError) {
    if isObject { try json.beginObject() } else { try json.beginArray() }
    while try isObject ? json.nextMember() : json.nextElement() {
      json.skipWhitespace()
      let first = start + json.offset
      let name = isObject ? try json.readKey() : ""
      json.skipWhitespace()
      let value = start + json.offset
      try json.skimValue()
      let end = start + json.offset
      parts.append(Part(name: name, range: first..<end, value: value..<end))
    }
    range = start..<start + json.offset
  }

  /// Returns the place of the value of a member; of several the last counts.
  func value(_ name: String) -> Range<Int>? { parts.last { $0.name == name }?.value }

  // MARK: Edits

  /// Returns the edits that take parts away and add others at the end, with the commas between them.
  ///
  /// - Parameters:
  ///   - removed: The places of the parts that go.
  ///   - space: The white space in front of the first part of an empty value.
  func edits(
    _ text: [UInt8], removing removed: Set<Int>, adding added: [String], space: String = " "
  ) -> [TextEdit] {
    var edits: [TextEdit] = []
    let kept = parts.indices.filter { !removed.contains($0) }
    if let first = kept.first, first > 0 {
      edits.append(TextEdit(parts[0].range.lowerBound..<parts[first].range.lowerBound, []))
    }
    for index in removed where kept.first.map({ index > $0 }) ?? false {
      edits.append(
        TextEdit(parts[index - 1].range.upperBound..<parts[index].range.upperBound, []))
    }
    if kept.isEmpty, let first = parts.first, let last = parts.last {
      edits.append(TextEdit(first.range.lowerBound..<last.range.upperBound, []))
    }
    guard !added.isEmpty else { return edits }
    let between = self.space(in: text) ?? space
    var addition = ""
    for (number, part) in added.enumerated() {
      addition += number > 0 || !kept.isEmpty ? "," + between : parts.isEmpty ? space : ""
      addition += part
    }
    let end = parts.last?.range.upperBound ?? range.lowerBound + 1
    edits.append(TextEdit(end..<end, addition.utf8))
    return edits
  }

  /// Returns the white space in front of the last part.
  private func space(in text: [UInt8]) -> String? {
    guard let last = parts.last else { return nil }
    let before = text[range.lowerBound + 1..<last.range.lowerBound]
    return String(
      decoding: before.suffix(before.reversed().prefix { $0 <= 0x20 }.count), as: UTF8.self)
  }
}
