import DocumentFile

/// How a CSV file spells its rows.
struct CSVDialect: Hashable, Sendable {
  var encoding = CSVEncoding.utf8
  var hasByteOrderMark = false
  var delimiter = UInt8(ascii: ",")
  /// The end of the first line.
  var lineEnd = "\r\n"
  /// Whether the first line states the delimiter, as `sep=;`.
  var hasSeparatorLine = false

  static let delimiters = [",", ";", "\t", "|"].map { $0.utf8.first ?? 0 }

  /// The bytes before the first row.
  var start: Int { hasByteOrderMark ? encoding.mark.count : 0 }

  /// Tells the dialect by the beginning of a file.
  ///
  /// - Parameters:
  ///   - encoding: The encoding of the file, if it has no byte order mark.
  ///   - isWhole: Whether the beginning is the whole file.
  init(of beginning: [UInt8], encoding: CSVEncoding = .utf8, isWhole: Bool) {
    self.encoding = encoding
    if let marked = CSVEncoding.marked(beginning) {
      self.encoding = marked.encoding
      hasByteOrderMark = true
    }
    var text: [UInt8] = []
    if let file = try? ForeignBytes(.bytes(beginning), limits: .standard) {
      var characters = CSVCharacters(file, self.encoding, from: start)
      _ = try? characters.read(beginning.count, into: &text)
    }
    lineEnd = Self.lineEnd(of: text) ?? "\r\n"
    if let separator = Self.separator(of: text) {
      delimiter = separator
      hasSeparatorLine = true
    } else {
      delimiter = Self.delimiter(of: text, isWhole: isWhole)
    }
  }

  private static func lineEnd(of text: [UInt8]) -> String? {
    guard let first = text.firstIndex(where: { $0 == 10 || $0 == 13 }) else { return nil }
    if text[first] == 10 { return "\n" }
    return first + 1 < text.count && text[first + 1] == 10 ? "\r\n" : "\r"
  }

  /// Returns the delimiter that a first line such as `sep=;` states.
  private static func separator(of text: [UInt8]) -> UInt8? {
    let line = text.prefix { $0 != 10 && $0 != 13 }.filter { $0 != UInt8(ascii: "\"") }
    guard line.count == 5, line.count < text.count,
      String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep="
    else { return nil }
    return line.last
  }

  /// Returns the delimiter that gives known columns, and rows of the same length.
  private static func delimiter(of text: [UInt8], isWhole: Bool) -> UInt8 {
    var best: (delimiter: UInt8, score: (Int, Double, Int))?
    for delimiter in delimiters {
      guard let stream = try? CSVRecordStream(text, delimiter: delimiter) else { continue }
      guard let score = score(stream, isWhole: isWhole) else { continue }
      if best.map({ $0.score < score }) ?? true { best = (delimiter, score) }
    }
    return best?.delimiter ?? delimiters[0]
  }

  private static func score(
    _ stream: CSVRecordStream, isWhole: Bool
  ) -> (Int, Double, Int)? {
    var stream = stream
    guard (try? stream.next()) == true, stream.cellCount > 1 else { return nil }
    let count = stream.cellCount
    let header = Array(stream.cellTexts.prefix(200))
    let language = CSVHeaderWords.language(of: header)
    let known = header.count { CSVHeaderWords.field($0, in: language) != nil }
    var rows = 0
    var equal = 0
    while rows < 100, (try? stream.next()) == true {
      // The last row may be cut.
      if !isWhole, stream.lineEnd == .none { break }
      rows += 1
      if stream.cellCount == count, !stream.hasBrokenQuote { equal += 1 }
    }
    let share = rows == 0 ? 1 : Double(equal) / Double(rows)
    return (min(known, 2), share, count)
  }

  /// Returns the text of a beginning; nil if it is that of a document, a page, a list or an archive.
  private static func text(_ beginning: [UInt8]) -> [UInt8]? {
    let marked = CSVEncoding.marked(beginning)
    guard let file = try? ForeignBytes(.bytes(beginning), limits: .standard) else { return nil }
    var text: [UInt8] = []
    var characters = CSVCharacters(
      file, marked?.encoding ?? .utf8, from: marked?.length ?? 0)
    _ = try? characters.read(beginning.count, into: &text)
    // The first line of a text has no NUL.
    guard let first = text.first(where: { $0 > 32 }), !"{<[%".utf8.contains(first),
      !text.prefix(while: { $0 != 10 && $0 != 13 }).contains(0),
      !text.starts(with: [0x50, 0x4B, 0x03, 0x04])
    else { return nil }
    return text
  }

  /// Whether bytes may be the beginning of a CSV file.
  static func mayBegin(_ beginning: [UInt8]) -> Bool {
    text(beginning) != nil && OtherFile(beginning: beginning) == nil
  }

  /// Whether bytes are the beginning of a CSV file with columns of trips.
  static func begins(_ beginning: [UInt8]) -> Bool {
    guard let text = text(beginning) else { return false }
    let dialect = CSVDialect(of: beginning, isWhole: false)
    guard var stream = try? CSVRecordStream(text, delimiter: dialect.delimiter) else {
      return false
    }
    if dialect.hasSeparatorLine { _ = try? stream.next() }
    guard (try? stream.next()) == true, stream.cellCount > 1, !stream.hasBrokenQuote,
      stream.cells.count < CSVRecordStream.mostCells
    else { return false }
    let header = stream.cellTexts
    let language = CSVHeaderWords.language(of: header)
    return Set(header.compactMap { CSVHeaderWords.field($0, in: language) }).count > 1
  }
}
