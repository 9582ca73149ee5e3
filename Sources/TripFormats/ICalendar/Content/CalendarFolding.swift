import DocumentFile

/// The content lines in the bytes of a file: lines that begin with a space or a tabulator continue
/// the line before (RFC 5545, 3.1).
///
/// A line ends at CR LF, LF or CR. Folds may lie inside a character, so lines are joined as bytes.
struct CalendarUnfolding {
  /// A line with the places of its pieces.
  struct Line {
    fileprivate(set) var bytes: [UInt8] = []
    /// The number of the line in the file, from 1.
    let number: Int
    /// How many bytes in front of the line are its indentation.
    fileprivate(set) var indentation = 0
    /// The offsets in ``bytes`` at which further lines of the file begin, and how many bytes these have in front.
    fileprivate(set) var folds: [(offset: Int, skipped: Int)] = []

    /// Returns the line and the column in the file of a byte, both from 1.
    func place(ofByte offset: Int) -> (line: Int, column: Int) {
      let passed = folds.prefix { $0.offset <= offset }
      let column = passed.last.map { offset - $0.offset + $0.skipped } ?? offset + indentation
      return (number + passed.count, column + 1)
    }
  }

  private let bytes: [UInt8]
  private var at = 0
  private var number = 1
  private let largestLine: Int
  let indentation: CalendarIndentation

  init(_ bytes: [UInt8], limits: DocumentLimits) {
    self.bytes = bytes
    largestLine = limits.textBytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    indentation = CalendarIndentation(bytes, from: at)
  }

  /// Returns the next line that is not empty; nil at the end.
  mutating func next() throws(DocumentError) -> Line? {
    while at < bytes.count {
      var line = Line(number: number)
      line.indentation = indentation.width(in: bytes, at: at)
      at += line.indentation
      try append(to: &line)
      while let skipped = indentation.fold(in: bytes, at: at) {
        at += skipped
        line.folds.append((line.bytes.count, skipped))
        try append(to: &line)
      }
      if line.bytes.isEmpty { continue }
      return line
    }
    return nil
  }

  /// Appends the bytes up to the end of the line, and moves behind it.
  private mutating func append(to line: inout Line) throws(DocumentError) {
    let start = at
    while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
    guard at - start <= largestLine - line.bytes.count else {
      throw DocumentError(
        .calendarLine, place: .line(line.number, column: 1),
        "a line has more than \(largestLine) bytes")
    }
    line.bytes.append(contentsOf: bytes[start..<at])
    if at < bytes.count {
      at += bytes[at] == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
      number += 1
    }
  }
}

extension ContentLine {
  /// The greatest number of bytes of a line in a file, without its end.
  private static let longestLine = 75

  /// Appends the line with folds, which never lie inside a character, and CR LF.
  func append(to bytes: inout [UInt8]) {
    var room = Self.longestLine
    for character in text.unicodeScalars {
      let encoded = UTF8.encode(character)
      let count = encoded?.count ?? 0
      if count > room {
        bytes.append(contentsOf: [0x0D, 0x0A, 0x20])
        room = Self.longestLine - 1
      }
      if let encoded { bytes.append(contentsOf: encoded) }
      room -= count
    }
    bytes.append(contentsOf: [0x0D, 0x0A])
  }
}
