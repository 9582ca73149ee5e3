import DocumentTables

extension IndexPart {
  /// Reads everything except the numbers.
  ///
  /// - Throws: `.indexMalformed`. The memory allocated is bounded by the size of the bytes.
  init(_ bytes: [UInt8]) throws(DocumentError) {
    var cursor = Cursor(bytes: bytes)
    guard bytes.starts(with: Self.magic) else {
      throw DocumentError(.indexMalformed, place: .offset(0), "it does not begin with DDINDEX1")
    }
    cursor.offset = Self.magic.count
    var crc32: UInt32 = 0
    for byte in try cursor.take(4).reversed() { crc32 = crc32 << 8 | UInt32(bytes[byte]) }
    let rawSize = try cursor.count(below: .max)
    let rows = try cursor.count(below: .max)
    subject = Subject(crc32: crc32, rawSize: rawSize, rows: rows)
    var sections: [Section] = []
    for _ in 0..<(try cursor.count()) { sections.append(try cursor.section()) }
    guard cursor.offset == bytes.count else {
      throw cursor.malformed("something follows the last section")
    }
    self.sections = sections
    self.bytes = bytes
  }

  /// The reading position; every step is checked against the remaining bytes.
  private struct Cursor {
    let bytes: [UInt8]
    var offset = 0

    func malformed(_ words: String) -> DocumentError {
      DocumentError(.indexMalformed, place: .offset(offset), words)
    }

    /// Reads a count: at most `limit`, or the remaining bytes, because each item takes at least one
    /// byte.
    mutating func count(below limit: Int? = nil) throws(DocumentError) -> Int {
      let number = try AscendingNumbers.read(bytes, &offset, before: bytes.count)
      guard number <= UInt64(limit ?? (bytes.count - offset)) else {
        throw malformed("\(number) does not fit into the part")
      }
      return Int(number)
    }

    mutating func take(_ count: Int) throws(DocumentError) -> Range<Int> {
      guard count <= bytes.count - offset else { throw malformed("the part ends too early") }
      defer { offset += count }
      return offset..<offset + count
    }

    mutating func name() throws(DocumentError) -> String {
      let range = try take(try count())
      guard let name = String(validating: bytes[range], as: UTF8.self) else {
        throw malformed("a name is no UTF-8")
      }
      return name
    }

    mutating func section() throws(DocumentError) -> Section {
      let kind = bytes[try take(1).lowerBound]
      guard IndexPlan.Section.Kind(rawValue: kind) != nil else {
        throw malformed("there are no sections of kind \(kind)")
      }
      let entity = try name()
      var properties: [String] = []
      for _ in 0..<(try count()) { properties.append(try name()) }
      let count = try count()
      let size = try self.count()
      guard count <= size else { throw malformed("\(count) numbers do not fit into \(size) bytes") }
      return Section(
        kind: kind, entity: entity, properties: properties, count: count, numbers: try take(size))
    }
  }
}
