import DocumentTables
import Markup

extension RecordWriter {
  /// The number of bytes of a value that are encoded at a time, so that no room is reserved for the
  /// longest encoding of the whole value.
  private static let stride = 3 << 10

  /// Appends a property whose value can be written directly from its column; returns false if
  /// ``appendUnusual(_:_:_:to:)`` must write it.
  @inline(__always)
  func append(
    _ property: RecordTemplate.Property, _ view: ColumnView, _ row: Int, _ pieces: TemplateTexts,
    to text: inout TextBuffer
  ) -> Bool {
    if view.layout == .null || view.isNull(at: row) {
      // A null order is omitted.
      if !property.isOrder { pieces.append(property.null, room: property.room, to: &text) }
      return true
    }
    switch view.layout {
    case .text:
      let value = view.bytes(at: row)
      guard property.isQuoted, !isExternal(size: value.count, property) else { return false }
      return appendText(value, property, pieces, to: &text)
    case .data:
      let value = view.bytes(at: row)
      guard property.isQuoted, !isExternal(size: value.count, property) else { return false }
      appendData(value, property, pieces, to: &text)
    case .date:
      guard property.isQuoted else { return false }
      let value = view.value(at: row, as: Double.self, zero: 0)
      pieces.append(property, to: &text) { DateText.write(value, to: $0) }
    // The integers that JSON writes as strings are days.
    case .integer where property.isQuoted:
      let value = view.value(at: row, as: Int64.self, zero: 0)
      pieces.append(property, to: &text) { DayText.write(value, to: $0) }
    case .uuid:
      guard property.isQuoted else { return false }
      let value = view.value(at: row, as: UInt128.self, zero: 0)
      pieces.append(property, to: &text) {
        UUIDText.write(value, to: $0)
        return UUIDText.length
      }
    default:
      return !property.isQuoted && appendUnquoted(property, view, row, pieces, to: &text)
    }
    return true
  }

  @inline(__always)
  private func appendUnquoted(
    _ property: RecordTemplate.Property, _ view: ColumnView, _ row: Int, _ pieces: TemplateTexts,
    to text: inout TextBuffer
  ) -> Bool {
    switch view.layout {
    case .bool:
      let value = view.value(at: row, as: Bool.self, zero: false)
      pieces.append(property, to: &text) { Self.write(value, to: $0) }
    case .reference:
      let value = view.value(at: row, as: ObjectKey.self, zero: 0)
      pieces.append(property, to: &text) { IntegerText.write(value, to: $0) }
    case .integer:
      let value = view.value(at: row, as: Int64.self, zero: 0)
      if encoding == .json, !IntegerText.isJSONNumber(value) { return false }
      pieces.append(property, to: &text) { IntegerText.write(value, to: $0) }
    case .unsigned:
      let value = view.value(at: row, as: UInt64.self, zero: 0)
      if encoding == .json, !IntegerText.isJSONNumber(value) { return false }
      pieces.append(property, to: &text) { IntegerText.write(value, to: $0) }
    case .double:
      let value = view.value(at: row, as: Double.self, zero: 0)
      if encoding == .json ? !FloatingPointText.isJSONNumber(value) : !value.isFinite {
        return false
      }
      pieces.append(property, to: &text) { end in
        property.isFloat
          ? FloatingPointText.write(Float(value), to: end)
          : FloatingPointText.write(value, to: end)
      }
    case .nested:
      guard encoding == .json else { return false }
      pieces.append(property.opening, room: property.room, to: &text)
      text.append(view.bytes(at: row))
    default: return false
    }
    return true
  }

  @inline(__always)
  private static func write(_ value: Bool, to end: UnsafeMutablePointer<UInt8>) -> Int {
    // The bytes of `true` and `false`, with the first letter in the lowest byte. Bound: the room
    // for a scalar has eight bytes.
    let word: UInt64 = value ? 0x65_7572_74 : 0x65_736C_6166
    UnsafeMutableRawPointer(end).storeBytes(of: word.littleEndian, as: UInt64.self)
    return value ? 4 : 5
  }

  /// Appends a text; returns false if XML cannot contain it without escapes.
  @inline(__always)
  private func appendText(
    _ value: UnsafeBufferPointer<UInt8>, _ property: RecordTemplate.Property,
    _ pieces: TemplateTexts, to text: inout TextBuffer
  ) -> Bool {
    if value.isEmpty {
      pieces.append(property.empty, room: property.room, to: &text)
      return true
    }
    let before = text.count
    pieces.append(property.opening, room: property.room, to: &text)
    var position = 0
    while position < value.count {
      let limit = min(value.count, position + Self.stride)
      switch encoding {
      case .json:
        // Bound: six bytes for each of at most `stride` bytes, and the slack that the writer needs.
        let end = text.room(for: (limit - position) * JSONText.longestEscape + JSONText.slack)
        let part = UnsafeBufferPointer(rebasing: value[position..<limit])
        text.advance(by: JSONText.write(utf8: part, to: end))
        position = limit
      case .xml:
        // Bound: likewise. A reference replaces one to three bytes from before `limit`, so at most
        // two of them are behind `limit`, and it is no longer than references for each of these
        // bytes.
        let end = text.room(
          for: (limit - position + 2) * XMLText.longestReference + XMLText.slack)
        guard let count = XMLText.write(value, from: &position, to: limit, into: end) else {
          text.removeLast(to: before)
          return false
        }
        text.advance(by: count)
      }
    }
    pieces.append(property.closing, room: property.room, to: &text)
    return true
  }

  private func appendData(
    _ value: UnsafeBufferPointer<UInt8>, _ property: RecordTemplate.Property,
    _ pieces: TemplateTexts, to text: inout TextBuffer
  ) {
    if value.isEmpty {
      return pieces.append(property.empty, room: property.room, to: &text)
    }
    pieces.append(property.opening, room: property.room, to: &text)
    var position = 0
    while position < value.count {
      // Only the last piece may have a length that is not a multiple of three.
      let limit = min(value.count, position + Self.stride)
      let part = UnsafeBufferPointer(rebasing: value[position..<limit])
      // Bound: four digits for each started group of three bytes.
      let end = text.room(for: DataText.length(ofBytes: part.count))
      DataText.write(part, to: end)
      text.advance(by: DataText.length(ofBytes: part.count))
      position = limit
    }
    pieces.append(property.closing, room: property.room, to: &text)
  }
}
