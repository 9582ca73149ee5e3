import DocumentFile
import DocumentTables
import TripFormats

/// A document with the structure of another one and none of its content.
struct ScrubbedDocument {
  let tables: Tables
  let counts: ContentScrambler.Counts

  /// - Parameters:
  ///   - seed: Decides the replacements, together with the content.
  ///   - kept: The columns whose values stay, by hierarchy.
  /// - Throws: ``DocumentError`` if the result would break a rule, which the original keeps.
  init(_ original: Tables, seed: [UInt8], keeping kept: [Set<Int>]) throws(DocumentError) {
    var attempt: UInt8 = 0
    while true {
      var scrambler = ContentScrambler(Self.key(of: original, seed: seed, attempt))
      let tables = Self.scrubbed(original, keeping: kept, &scrambler)
      do throws(DocumentError) {
        try DocumentFile.requireValid(tables)
      } catch {
        // Replaced texts are different, but may be equal as keys, if some have combining marks.
        guard attempt < 7 else { throw error }
        attempt += 1
        continue
      }
      self.tables = tables
      counts = scrambler.counts
      return
    }
  }

  /// Returns a key that cannot be computed without the content, even if the seed is known.
  private static func key(of tables: Tables, seed: [UInt8], _ attempt: UInt8) -> KeyedHash.Key {
    var content = seed + [attempt]
    for table in tables.tables {
      for segment in table.segments {
        for column in segment.columns {
          switch column {
          case .text(let column), .data(let column):
            content += Digest(of: column.bytes).bytes
          default: break
          }
        }
      }
    }
    content += withUnsafeBytes(of: tables.documentID.littleEndian) { Array($0) }
    let digest = Digest(of: content).bytes
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    return KeyedHash.Key(low: word(digest[..<8]), high: word(digest[8..<16]))
  }

  private static func scrubbed(
    _ original: Tables, keeping kept: [Set<Int>], _ scrambler: inout ContentScrambler
  ) -> Tables {
    var tables = original
    tables.documentID = scrambler.documentID
    tables.history = nil
    tables.carried = []
    for (index, hierarchy) in original.schema.hierarchies.enumerated() {
      var segments: [Segment] = []
      for segment in original.tables[index].segments {
        var columns = segment.columns
        for (place, column) in hierarchy.columns.enumerated() where !kept[index].contains(place) {
          guard let attribute = column.attribute, attribute.cases == nil else { continue }
          columns[place] = scrubbed(columns[place], of: column, attribute, &scrambler)
        }
        var foreign: [Int: Tree] = [:]
        for row in segment.foreign.keys.sorted() {
          foreign[row] = segment.foreign[row].map { scrubbed(foreign: $0, &scrambler) }
        }
        segments.append(
          Segment(
            keys: segment.keys, entities: segment.entities, columns: columns, foreign: foreign))
      }
      tables.tables[index] = Table(segments: segments)
    }
    for index in tables.extensions.indices {
      let record = tables.extensions[index]
      if let replaced = record.replacingContent(
        in: tables.schema, { scrambler.scrambled($0) })
      {
        tables.extensions[index] = replaced
      } else {
        tables.extensions[index].value = scrambler.scrambled(
          record.value, isDefined: { _ in false })
      }
    }
    ContentCopy.restate(&tables, of: original)
    for index in tables.keptParts.indices {
      tables.keptParts[index].bytes = scrambler.scrambled(tables.keptParts[index].bytes)
      tables.keptParts[index].name = scrubbed(tables.keptParts[index].name, &scrambler)
    }
    tables.keptParts.sort { utf8Precedes($0.name, $1.name) }
    return tables
  }

  /// Returns data of other programs, by whose reverse-DNS names it stays known of which; the names in it are content.
  private static func scrubbed(foreign tree: Tree, _ scrambler: inout ContentScrambler) -> Tree {
    guard case .object(let members) = tree else { return scrambler.scrambled(tree) }
    return .object(
      members.map { member in
        let isOwn = member.name.hasPrefix("org.tripdocuments.")
        return TreeMember(
          member.name, scrambler.scrambled(member.value, isDefined: { _ in isOwn }))
      })
  }

  private static func scrubbed(
    _ column: Column, of layout: ColumnLayout, _ attribute: TableAttribute,
    _ scrambler: inout ContentScrambler
  ) -> Column {
    if case .constant(let value, let count) = column {
      return .constant(scrambler.scrambled(value, attribute.type), count: count)
    }
    let builder = layout.makeBuilder(expectedRows: column.count)
    for row in 0..<column.count {
      builder.append(scrambler.scrambled(column.value(at: row), attribute.type))
    }
    return builder.finish()
  }

  /// Returns the name of an attachment with other letters behind the folder of its program; the
  /// ending stays, because programs tell the kind of a file by it.
  private static func scrubbed(_ name: String, _ scrambler: inout ContentScrambler) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2 else { return name }
    var replaced = parts.prefix(2) + parts.dropFirst(2).dropLast().map { scrambler.scrambled($0) }
    let last = parts[parts.count - 1]
    let dot = last.lastIndex(of: ".").flatMap { $0 == last.startIndex ? nil : $0 } ?? last.endIndex
    replaced.append(scrambler.scrambled(String(last[..<dot])) + last[dot...])
    return replaced.joined(separator: "/")
  }
}
