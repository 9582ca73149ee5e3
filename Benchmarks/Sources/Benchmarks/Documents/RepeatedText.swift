import DocumentData

/// A generated document in flat JSON whose records stand in it several times, each time with keys and
/// names of their own: a document that is larger than one that was made in memory may be.
///
///     "tables":{
///     "Trip":[
///     …                    the records, each on a line
///     …                    the same again, keys moved on by the first unused one
///     ]
struct RepeatedText {
  let path: String
  let count: Int

  struct Unexpected: Error, CustomStringConvertible {
    let line: Int
    var description: String { "line \(line) is not as the converter writes flat JSON" }
  }

  func write(_ source: String) throws {
    let text = try Data(contentsOf: URL(fileURLWithPath: source), options: .alwaysMapped)
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw ChildProcess.Failure(words: "\(path) cannot be written") }
    // Lifetime: lines are only looked at inside the closure.
    try text.withUnsafeBytes { bytes in
      var output = RepeatedLines(file)
      var lines = TextLines(bytes)
      var keys: Int?
      while let line = lines.next() {
        if let number = Self.number(after: "\"nextKey\":", in: line) {
          keys = number
          try output.append(line, replacingNextKey: number, with: number * count)
        } else {
          try output.append(line)
        }
        guard line.elementsEqual("\"tables\":{".utf8) else { continue }
        guard let keys else { throw Unexpected(line: lines.number) }
        while let table = lines.next() {
          try output.append(table)
          // The end of the last table, or the next one's name.
          guard table.last == UInt8(ascii: "[") else { break }
          try repeatRecords(&lines, &output, keys: keys)
        }
      }
      try output.finish()
    }
  }

  /// The lines of one table, up to the one that ends it.
  private func repeatRecords(
    _ lines: inout TextLines, _ output: inout RepeatedLines, keys: Int
  ) throws {
    let start = lines
    for copy in 0..<count {
      lines = start
      while true {
        guard let line = lines.next() else { throw Unexpected(line: lines.number) }
        guard line.first == UInt8(ascii: "{") else {
          if copy == count - 1 { try output.append(line) }
          break
        }
        // All records but a table's last have a comma.
        let isLast = line.last == UInt8(ascii: "}")
        try output.append(record: line, movedBy: copy * keys, named: copy)
        try output.endLine(isLast && copy < count - 1 ? "," : "")
      }
    }
  }

  private static func number(after name: String, in line: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard line.count < 4096, let text = String(bytes: line, encoding: .utf8),
      let place = text.range(of: name)
    else { return nil }
    return Int(text[place.upperBound...].prefix { $0.isNumber })
  }
}

/// The lines of a text, without their ends.
struct TextLines {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private(set) var number = 0

  /// - Parameter bytes: They outlive the lines.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func next() -> Slice<UnsafeRawBufferPointer>? {
    guard offset < bytes.count else { return nil }
    number += 1
    let start = offset
    var end = bytes.count
    // Bound: the rest of the bytes.
    if let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, end - start) {
      end = UnsafeRawPointer(found) - base
    }
    offset = end + 1
    return bytes[start..<end]
  }
}
