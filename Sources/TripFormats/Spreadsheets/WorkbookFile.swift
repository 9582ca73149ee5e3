import DocumentFile
import Markup
import ZipArchive

/// A workbook of Office Open XML (ECMA-376): its sheets, one at a time.
///
///     workbook.xml, its relations ─► sheets       styles.xml ─► formats       sharedStrings.xml ─► texts
struct WorkbookFile {
  private let archive: SheetArchive
  private var numbers = SheetNumbers()
  private var formats: [SheetNumberFormat] = []
  private var texts: [String] = []
  /// The names of the sheets with the names of their parts.
  private(set) var sheets: [(name: String, part: String)] = []

  /// Reads what all sheets share.
  ///
  /// - Throws: `not-a-document` for an archive that has no workbook, the codes of archives and XML.
  init(_ archive: SheetArchive) throws(DocumentError) {
    self.archive = archive
    let root = try Self.relations(archive, of: "").first { $0.type.hasSuffix("/officeDocument") }
    let part = root.map { Self.path($0.target, from: "") } ?? "xl/workbook.xml"
    guard let workbook = try archive.contents(part) else {
      throw DocumentError(.notADocument, "the archive has no workbook")
    }
    let relations = try Self.relations(archive, of: part)
    try readWorkbook(workbook, part, relations)
    func target(_ type: String) -> String? {
      relations.first { $0.type.hasSuffix("/" + type) }.map { Self.path($0.target, from: part) }
    }
    if let part = target("styles"), let bytes = try archive.contents(part) {
      try readStyles(bytes, part)
    }
    if let part = target("sharedStrings"), let bytes = try archive.contents(part) {
      try readTexts(bytes, part)
    }
  }

  // MARK: Relations

  private typealias Relation = (id: String, type: String, target: String)

  private static func relations(
    _ archive: SheetArchive, of part: String
  ) throws(DocumentError) -> [Relation] {
    let cut = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    let name = "\(part[..<cut])_rels/\(part[cut...]).rels"
    guard let bytes = try archive.contents(name) else { return [] }
    return try SheetReader.read(bytes, part: name) { xml in
      var relations: [Relation] = []
      while try xml.advance() != .endOfDocument {
        if xml.isStart("Relationship"), let id = xml.attribute("Id"),
          let target = xml.attribute("Target"), xml.attribute("TargetMode") != "External"
        {
          relations.append((id, xml.attribute("Type") ?? "", target))
        }
      }
      return relations
    }
  }

  /// Returns the name of a part that a relation of another part leads to.
  private static func path(_ target: String, from part: String) -> String {
    if target.hasPrefix("/") { return String(target.dropFirst()) }
    var folders = part.split(separator: "/").dropLast()
    for step in target.split(separator: "/") where step != "." {
      if step == ".." { folders = folders.dropLast() } else { folders.append(step) }
    }
    return folders.joined(separator: "/")
  }

  // MARK: Shared content

  private mutating func readWorkbook(
    _ bytes: [UInt8], _ part: String, _ relations: [Relation]
  ) throws(DocumentError) {
    let (sheets, isFrom1904) = try SheetReader.read(bytes, part: part) { xml in
      var sheets: [(name: String, part: String)] = []
      var isFrom1904 = false
      while try xml.advance() != .endOfDocument {
        if xml.isStart("workbookPr") {
          isFrom1904 = ["1", "true"].contains(xml.attribute("date1904") ?? "")
        } else if xml.isStart("sheet"), let id = xml.attribute("id"),
          let relation = relations.first(where: { $0.id == id }),
          relation.type.hasSuffix("/worksheet")
        {
          sheets.append(
            (xml.attribute("name") ?? "", Self.path(relation.target, from: part)))
        }
      }
      return (sheets, isFrom1904)
    }
    self.sheets = sheets
    numbers.isFrom1904 = isFrom1904
  }

  private mutating func readStyles(_ bytes: [UInt8], _ part: String) throws(DocumentError) {
    formats = try SheetReader.read(bytes, part: part) { xml in
      var codes: [Int: SheetNumberFormat] = [:]
      var formats: [SheetNumberFormat] = []
      var isInCells = false
      while true {
        switch try xml.advance() {
        case .endOfDocument: return formats
        case .start:
          switch xml.name {
          case "numFmt":
            if let number = xml.number("numFmtId"), let code = xml.attribute("formatCode") {
              codes[number] = SheetNumberFormat(code: code)
            }
          case "cellXfs": isInCells = true
          case "cellStyleXfs", "cellStyles", "dxfs": isInCells = false
          case "xf" where isInCells:
            let number = xml.number("numFmtId") ?? 0
            formats.append(
              codes[number] ?? SheetNumberFormat(builtIn: number) ?? .number)
          default: break
          }
        case .end, .text: break
        }
      }
    }
  }

  private mutating func readTexts(_ bytes: [UInt8], _ part: String) throws(DocumentError) {
    texts = try SheetReader.read(bytes, part: part) { xml in
      var texts: [String] = []
      while try xml.advance() != .endOfDocument {
        if xml.isStart("si") { texts.append(try Self.richText(&xml)) }
      }
      return texts
    }
  }

  /// Reads the text of the current element: that of its runs, without what says how it sounds.
  private static func richText(_ xml: inout SheetReader) throws(MarkupError) -> String {
    let outer = xml.depth - 1
    var text = ""
    while xml.depth > outer {
      switch try xml.advance() {
      case .start where xml.name == "rPh": try xml.skip()
      case .start where xml.name == "t":
        while try xml.advance() == .text { text += xml.text }
      case .endOfDocument: return text
      default: break
      }
    }
    return unescaped(text)
  }

  /// Returns a text without the escapes of characters that XML does not have: `_x000D_` (ECMA-376, 22.4.2.4).
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")), text.contains("_x") else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "_"), rest.count >= 7,
        rest[rest.startIndex + 1] == UInt8(ascii: "x"),
        rest[rest.startIndex + 6] == UInt8(ascii: "_"),
        let unit = UInt32(
          String(decoding: rest[(rest.startIndex + 2)..<(rest.startIndex + 6)], as: UTF8.self),
          radix: 16), let scalar = UnicodeScalar(unit)
      {
        // Tables have no control characters but the ends of lines.
        if unit >= 32 || unit == 10 || unit == 9 { bytes += Array(String(scalar).utf8) }
        rest = rest.dropFirst(7)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Sheets

  /// Reads a sheet.
  func table(_ sheet: (name: String, part: String)) throws(DocumentError) -> SheetTable {
    guard let bytes = try archive.contents(sheet.part) else { return SheetTable(name: sheet.name) }
    return try SheetReader.read(bytes, part: sheet.part) { xml in
      var table = SheetTable(name: sheet.name)
      var row = SheetTable.Row(number: -1)
      var column = -1
      while true {
        switch try xml.advance() {
        case .endOfDocument:
          table.add(row)
          return table
        case .start:
          switch xml.name {
          case "row":
            table.add(row)
            row = SheetTable.Row(number: xml.number("r").map { $0 - 1 } ?? row.number + 1)
            column = -1
          case "c":
            // Programs may leave out the names of cells, which then follow each other.
            column = xml.attribute("r").flatMap { Self.place($0)?.column } ?? column + 1
            try read(&xml, column, &row, &table)
          case "mergeCell":
            let ends = (xml.attribute("ref") ?? "").split(separator: ":")
              .compactMap { Self.place($0) }
            if ends.count == 2, ends[0].row <= ends[1].row {
              table.merge(.init(rows: ends[0].row...ends[1].row, column: ends[0].column))
            }
          default: break
          }
        case .end, .text: break
        }
      }
    }
  }

  /// Reads the cell of the current start tag into its row.
  private func read(
    _ xml: inout SheetReader, _ column: Int, _ row: inout SheetTable.Row,
    _ table: inout SheetTable
  ) throws(MarkupError) {
    let type = xml.attribute("t") ?? "n"
    let style = xml.number("s") ?? 0
    var hasFormula = false
    var value: String?
    let outer = xml.depth - 1
    while xml.depth > outer {
      switch try xml.advance() {
      case .start:
        switch xml.name {
        case "v":
          var text = ""
          while try xml.advance() == .text { text += xml.text }
          value = text
        case "is": value = try Self.richText(&xml)
        case "f":
          hasFormula = true
          try xml.skip()
        default: try xml.skip()
        }
      case .endOfDocument: return
      case .end, .text: break
      }
    }
    guard (0...16_383).contains(column), row.number >= 0,
      column > row.cells.last?.column ?? -1
    else { return }
    guard let value, !value.isEmpty else {
      // The result of a formula may be an empty text; programs that do not calculate write an empty number.
      if hasFormula, value == nil || type != "str" { table.noteUncomputed(row.number, column) }
      return
    }
    if type == "e" { return table.noteError(row.number, column) }
    guard let text = text(value, type, style) else {
      row.cells.append(.init(column: column, text: value))
      return table.noteUnread(row.number, column)
    }
    if !text.isEmpty { row.cells.append(.init(column: column, text: text)) }
  }

  /// Returns what a cell shows; nil for a number that its format cannot show.
  private func text(_ value: String, _ type: String, _ style: Int) -> String? {
    switch type {
    case "s":
      guard let index = Int(value), texts.indices.contains(index) else { return nil }
      return texts[index]
    case "b": return value == "1" || value == "true" ? "true" : "false"
    case "str": return Self.unescaped(value)
    case "inlineStr", "d": return value
    default:
      return numbers.text(value, formats.indices.contains(style) ? formats[style] : .number)
    }
  }

  /// Returns the place of a cell by its name, such as `B7`, from 0; nil for any other text.
  private static func place(_ name: some StringProtocol) -> (row: Int, column: Int)? {
    var column = 0
    var row = 0
    var hasDigits = false
    for byte in name.utf8 where byte != UInt8(ascii: "$") {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z") where !hasDigits:
        column = column * 26 + Int(byte) - 64
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        hasDigits = true
        row = row * 10 + Int(byte) - 48
      default: return nil
      }
      guard column <= 16_384, row <= 1_048_576 else { return nil }
    }
    return column > 0 && row > 0 ? (row - 1, column - 1) : nil
  }
}

extension SheetReader {
  /// Whether the current token is a start tag of a name.
  mutating func isStart(_ wanted: String) -> Bool { kind == .start && name == wanted }
}
