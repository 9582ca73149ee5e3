import DocumentData

/// Writes lines of flat JSON, records with other keys and names than they have.
struct RepeatedLines {
  private let file: FileHandle
  private var buffer: [UInt8] = []

  private static let capacity = 4 << 20

  init(_ file: FileHandle) {
    self.file = file
    buffer.reserveCapacity(Self.capacity + 65_536)
  }

  mutating func append(_ line: Slice<UnsafeRawBufferPointer>) throws {
    buffer.append(contentsOf: line)
    try endLine("")
  }

  mutating func append(
    _ line: Slice<UnsafeRawBufferPointer>, replacingNextKey number: Int, with other: Int
  ) throws {
    let text = String(decoding: line, as: UTF8.self)
    buffer.append(
      contentsOf: text.replacingOccurrences(
        of: "\"nextKey\":\(number)", with: "\"nextKey\":\(other)"
      ).utf8)
    try endLine("")
  }

  mutating func endLine(_ end: String) throws {
    buffer.append(contentsOf: end.utf8)
    buffer.append(0x0A)
    if buffer.count >= Self.capacity { try flush() }
  }

  mutating func finish() throws {
    try flush()
    try file.close()
  }

  private mutating func flush() throws {
    try file.write(contentsOf: Data(buffer))
    buffer.removeAll(keepingCapacity: true)
  }

  /// Members in the order in which a record of a trip, or of what belongs to one, has them; inside of a
  /// text their quotation marks would be escaped.
  private static let keyed = ["\"$id\":", "\"bucketList\":[", "\"name\":\"", "\"trip\":"].map {
    Array($0.utf8)
  }

  /// Appends a record without the end of its line.
  mutating func append(
    record line: Slice<UnsafeRawBufferPointer>, movedBy distance: Int, named copy: Int
  ) throws {
    var rest = line
    for name in Self.keyed where copy > 0 {
      guard let place = Self.place(of: name, in: rest) else { continue }
      buffer.append(contentsOf: rest[..<place])
      rest = rest[place...]
      if name.last == UInt8(ascii: "\"") {
        buffer.append(contentsOf: "\(copy) ".utf8)
        continue
      }
      // One number, or several up to the end of a list.
      while let first = rest.first, first != UInt8(ascii: "]") {
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard let key = Int(String(decoding: digits, as: UTF8.self)) else { break }
        buffer.append(contentsOf: String(key + distance).utf8)
        rest = rest[digits.endIndex...]
        guard name.last == UInt8(ascii: "["), rest.first == UInt8(ascii: ",") else { break }
        buffer.append(UInt8(ascii: ","))
        rest = rest.dropFirst()
      }
    }
    buffer.append(contentsOf: rest)
  }

  /// The place behind the first occurrence of a member's name.
  private static func place(of name: [UInt8], in text: Slice<UnsafeRawBufferPointer>) -> Int? {
    let bytes = UnsafeRawBufferPointer(rebasing: text)
    guard let base = bytes.baseAddress else { return nil }
    var offset = 0
    // Bound: what is searched ends with the bytes, and what is compared lies before their end.
    while bytes.count - offset >= name.count,
      let found = memchr(base + offset, Int32(name[0]), bytes.count - offset - name.count + 1)
    {
      let place = UnsafeRawPointer(found) - base
      if memcmp(found, name, name.count) == 0 { return text.startIndex + place + name.count }
      offset = place + 1
    }
    return nil
  }
}
