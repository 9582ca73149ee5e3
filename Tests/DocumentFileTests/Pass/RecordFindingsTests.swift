import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

/// A document of numbered notes, of which some are broken in its text.
@Suite("Validation finds every broken record")
struct RecordFindingsTests {
  private static let count = 3000

  private static func document(_ form: DocumentForm, _ encoding: DocumentEncoding) throws -> [UInt8]
  {
    let schema = try TableSchema(
      name: "Notes", version: SchemaVersion(1, 0, 0),
      entities: [
        TableEntity(
          name: "Note",
          attributes: [
            TableAttribute(name: "number", type: .scalar(.int64)),
            TableAttribute(name: "text", type: .scalar(.text)),
          ],
          relationships: [
            TableRelationship(
              name: "next", destination: "Note", inverse: "former", isToMany: false),
            TableRelationship(name: "former", destination: "Note", inverse: "next", isToMany: true),
          ])
      ])
    var tables = Tables(schema: schema, documentID: 7, nextKey: ObjectKey(count + 1))
    try SampleTables.fill(
      &tables, "Note",
      (1...count).map {
        (
          "Note", ObjectKey($0),
          [
            "number": .integer(Int64($0)), "text": .text("Note \($0) {\"$id\":1} ]"),
            "next": .reference(ObjectKey($0 % count + 1)),
          ]
        )
      })
    return try tables.document(form, encoding, stored: true)
  }

  private static func options(windowBytes: Int, rereadBytes: Int = 0) -> PassOptions {
    StreamedOracle.options(windowBytes: windowBytes, rereadBytes: rereadBytes)
  }

  private static func flat(
    _ encoding: DocumentEncoding, _ changes: [(String, String)]
  ) throws -> [UInt8] {
    var text = String(decoding: try document(.flat, encoding), as: UTF8.self)
    for (old, new) in changes {
      try #require(text.contains(old), "\(old)")
      text = text.replacingOccurrences(of: old, with: new)
    }
    return Array(text.utf8)
  }

  /// The changes that give numbers another type.
  private static func broken(
    _ numbers: [Int], _ encoding: DocumentEncoding
  ) -> [(String, String)] {
    numbers.map {
      encoding == .json
        ? ("\"number\":\($0),", "\"number\":true,")
        : ("<number>\($0)</number>", "<number>many</number>")
    }
  }

  @Test(
    "in a text, whatever its windows",
    arguments: [DocumentEncoding.json, .xml], [1 << 10, 20_000, 1 << 24])
  func flat(encoding: DocumentEncoding, windowBytes: Int) throws {
    let numbers = [1, 2, 700, 701, 1500, 3000]
    let bytes = try Self.flat(encoding, Self.broken(numbers, encoding))
    let found = DocumentFile.validate(
      .bytes(bytes), options: Self.options(windowBytes: windowBytes))
    #expect(found.map(\.key) == numbers.map { ObjectKey($0) })
    #expect(found.allSatisfy { $0.code.rawValue == "record-value-type" })
    #expect(found.extent == .records)
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for finding in found {
      guard case .line(let line, _) = finding.place else {
        Issue.record("no line")
        continue
      }
      let text = lines[line - 1]
      #expect(text.contains("Note \(finding.key ?? 0) "), "\(text)")
    }
  }

  @Test("in the parts of a zip", arguments: [DocumentEncoding.json, .xml])
  func parts(encoding: DocumentEncoding) throws {
    var archive = try RebuiltArchive(try Self.document(.document, encoding))
    let names = archive.entries.map(\.name).filter { $0.hasPrefix("data/Note/") }
    var parts: [String] = []
    for number in [3, 4, 500, 2990] {
      let change = Self.broken([number], encoding)[0]
      for name in names where (try? archive.replace(in: name, change.0, with: change.1)) != nil {
        parts.append(name)
      }
    }
    let found = DocumentFile.validate(.bytes(try archive.bytes()))
    #expect(found.map(\.key) == [3, 4, 500, 2990])
    #expect(found.map(\.part) == parts)
    #expect(found.extent == .records)
  }

  @Test("and rules across records are checked if every record is read")
  func extent() throws {
    let valid = DocumentFile.validate(.bytes(try Self.document(.document, .json)))
    #expect(valid.isEmpty && valid.extent == .all)
    let dangling = try Self.flat(.json, [("\"next\":17,", "\"next\":9999,")])
    let found = DocumentFile.validate(.bytes(dangling))
    #expect(found.map(\.code.rawValue) == ["reference-dangling"])
    #expect(found.extent == .all)
  }

  @Test(
    "up to the place behind which a text cannot be read", arguments: [DocumentEncoding.json, .xml])
  func brokenText(encoding: DocumentEncoding) throws {
    let syntax =
      encoding == .json
      ? ("\"number\":1200,", "\"number\":1200 ") : ("<number>1200</", "<number>1200<<")
    let bytes = try Self.flat(encoding, Self.broken([5, 900, 1400], encoding) + [syntax])
    let found = DocumentFile.validate(.bytes(bytes), options: Self.options(windowBytes: 1 << 14))
    #expect(found.map(\.key).prefix(2) == [5, 900])
    #expect(found.count == 3)
    #expect(found.last?.code.rawValue.hasPrefix(encoding.rawValue) == true, "\(found.errors)")
    #expect(found.extent == .readable)
  }

  @Test(
    "and one record in the wrong place is one finding", arguments: [DocumentEncoding.json, .xml])
  func wrongPlace(encoding: DocumentEncoding) throws {
    let change =
      encoding == .json
      ? ("{\"$id\":20,", "{\"$id\":2500,") : ("record id=\"20\"", "record id=\"2500\"")
    let found = DocumentFile.validate(
      .bytes(try Self.flat(encoding, [change] + Self.broken([31], encoding))))
    #expect(found.map(\.code.rawValue) == ["record-key-order", "record-value-type"])
  }

  @Test("but stops at the most findings", arguments: [DocumentEncoding.json, .xml])
  func most(encoding: DocumentEncoding) throws {
    let bytes = try Self.flat(encoding, Self.broken(Array(100...250), encoding))
    let found = DocumentFile.validate(.bytes(bytes))
    #expect(found.count == DocumentFile.mostFindings && found.extent == .maximum)
    #expect(found.last?.key == 199)
    let few = DocumentFile.validate(.bytes(bytes), maximum: 3)
    #expect(few.map(\.key) == [100, 101, 102] && few.extent == .maximum)
  }

  @Test("and a file that is no document has one finding")
  func opening() {
    let found = DocumentFile.validate(.bytes(Array("hello".utf8)))
    #expect(found.count == 1 && found.extent == .opening)
  }

  @Test(
    "the rows pass by once more for each reading, and not for a schema that is not to be checked")
  func rows() throws {
    let bytes = try Self.document(.flat, .json)
    var keys: [ObjectKey] = []
    var readings = 0
    let found = DocumentFile.validate(
      .bytes(bytes),
      checks: SchemaChecks(rows: { schema, _ in
        #expect(schema.name == "Notes")
        readings += 1
        keys = []
        return { (segment, _) throws(DocumentError) in
          for row in 0..<segment.count { keys.append(segment.keys[row]) }
        }
      }))
    #expect(found.isEmpty && readings == 1)
    #expect(keys == (1...ObjectKey(Self.count)).map { $0 })
    #expect(
      DocumentFile.validate(.bytes(bytes), checks: SchemaChecks(rows: { _, _ in nil })).isEmpty)
  }

  @Test("entries of objects come back by their owners, also from the disk")
  func ownedEntries() throws {
    var entries = OwnedEntries(SpillFile(in: NSTemporaryDirectory()))
    let count: Int64 = 300_000
    // Any order: a multiple of a number without a common factor.
    for start in stride(from: Int64(0), to: count, by: 1000) {
      try entries.append(
        contentsOf: (start..<start + 1000).map {
          let key = $0 * 7919 % count
          return OwnedEntry(owner: key / 3, key: key, first: key, last: -key, kind: key % 2)
        })
    }
    var found: Int64 = 0
    for owner in stride(from: Int64(0), to: count / 3, by: 2) {
      var keys: [ObjectKey] = []
      try entries.forEach(of: owner) {
        keys.append($0.key)
        #expect($0.first == $0.key && $0.last == -$0.key && $0.kind == $0.key % 2)
      }
      #expect(keys == [3 * owner, 3 * owner + 1, 3 * owner + 2])
      found += 3
    }
    #expect(found == count / 2)
  }
}
