import DocumentFile
import DocumentTables

/// What the columns of a file with unknown headers may be, as a person can state it, and such statements.
///
///     --columns 'Wann=start,Wohin=name,Bemerkung='
struct CSVColumnGuess {
  /// How many rows are looked at.
  private static let mostRows = 20

  /// The value of the option, quoted for a shell.
  ///
  /// The first columns with days are the start and the end, and the first one with other words is the name. The
  /// rest is left to a person.
  let option: String

  /// - Parameter stream: The stream behind the header.
  init(_ header: [String], _ stream: CSVRecordStream) throws(DocumentError) {
    var stream = stream
    var filled = [Int](repeating: 0, count: header.count)
    var moments = filled
    var rows = 0
    while rows < Self.mostRows, try stream.next() {
      rows += 1
      for place in header.indices where place < stream.cells.count && !stream.isEmpty(place) {
        filled[place] += 1
        if StatedMoment(stream.text(place).trimmingSpaces, .table)?.day != nil {
          moments[place] += 1
        }
      }
    }
    var edges = ["start", "end"][...]
    var names = ["name"][...]
    let fields = header.indices.map { place in
      guard filled[place] > 0 else { return "" }
      return (moments[place] == filled[place] ? edges.popFirst() : names.popFirst()) ?? ""
    }
    let areDistinct = Set(header.map { ComparisonText($0.trimmingSpaces) }).count == header.count
    let isNamed =
      areDistinct && header.allSatisfy { !$0.isEmpty && !$0.contains { ",='\n\r".contains($0) } }
    option =
      "'" + zip(header, fields).map { isNamed ? "\($0)=\($1)" : $1 }.joined(separator: ",") + "'"
  }

  /// Returns the fields by the places of the columns: an entry is a field, or a header with a field behind `=`.
  static func positions(
    of entries: [String], in header: [String]
  ) throws(DocumentError) -> [String] {
    guard entries.contains(where: { $0.contains("=") }) else { return entries }
    var fields = [String](repeating: "", count: header.count)
    var stated: Set<Int> = []
    for (place, entry) in entries.enumerated() {
      guard let mark = entry.lastIndex(of: "=") else {
        if place < fields.count { fields[place] = entry }
        continue
      }
      let name = entry[..<mark]
      guard let column = header.firstIndex(where: { $0.trimmingSpaces == name }) else {
        throw DocumentError(.csvMalformed, "'\(name)' is stated, but is no header of the file")
      }
      guard stated.insert(column).inserted else {
        throw DocumentError(.csvMalformed, "the column '\(name)' is stated twice")
      }
      fields[column] = String(entry[entry.index(after: mark)...])
    }
    return fields
  }
}
