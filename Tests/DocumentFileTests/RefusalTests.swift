import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("What is wrong with a document is refused by its rule")
struct RefusalTests {
  static let header = "header.json"
  static let items = "data/Item/8-15.json"
  static let trips = "data/Trip/0-7.json"

  func code(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> String? {
    let error = #expect(throws: DocumentError.self, sourceLocation: sourceLocation) {
      try DocumentFile.read(.bytes(bytes))
    }
    // Validation finds at least what reading stops at.
    let findings = DocumentFile.validate(.bytes(bytes))
    #expect(
      findings.contains { $0.code == error?.code }, "\(findings)", sourceLocation: sourceLocation)
    return error?.code.rawValue
  }

  func changed(_ change: (inout RebuiltArchive) throws -> Void) throws -> [UInt8] {
    var archive = try RebuiltArchive(
      try SampleTables.small().document(.document, .json, stored: true))
    try change(&archive)
    return try archive.bytes()
  }

  @Test("a rebuilt archive without a change is read")
  func control() throws {
    let content = try DocumentFile.read(.bytes(try changed { _ in }))
    #expect(content.tables.rowCount == 6)
  }

  // Spec 1.5-3, 3.5-4, 15.5-1
  @Test(
    "one changed text breaks one rule",
    arguments: [
      (header, "\"format\"", "\"requires\":[\"telepathy\"],\"format\"", "feature-unknown"),
      (header, "\"format\"", "\"requires\":[\"\"],\"format\"", "header-malformed"),
      (header, "\"format\"", "\"extra\":1,\"format\"", "header-malformed"),
      (header, "\"format\":\"1.0\"", "\"format\":\"new\"", "header-malformed"),
      (header, "\"format\":\"1.0\"", "\"format\":\"01.0\"", "header-malformed"),
      (header, "\"format\":\"1.0\"", "\"format\":\"2.0\"", "container-newer"),
      (header, "vnd.document-data+zip", "vnd.trip-collection+zip", "mimetype-mismatch"),
      (header, "vnd.document-data+zip", "vnd.document-data+json", "mimetype-mismatch"),
      (header, "vnd.document-data+zip", "vnd.document-data", "header-malformed"),
      ("schema.json", "\"name\":\"title\"", "\"name\":\"titel\"", "fingerprint-mismatch"),
      (header, "\"layout\":\"", "\"layout\":\"0", "header-malformed"),
      (header, "\"layout\"", "\"outline\"", "header-malformed"),
      ("mimetype", "container=1", "container=2", "container-newer"),
      ("mimetype", "container=1", "container=0", "container-older"),
      ("mimetype", "container=1", "tables=0", "container-older"),
      ("mimetype", "json", "toml", "mimetype-malformed"),
      ("manifest.json", "\"nextKey\":40", "\"nextKey\":40,\"more\":1", "manifest-malformed"),
      ("manifest.json", "\"nextKey\":40", "\"nextKey\":12", "record-key-range"),
      ("manifest.json", "\"nextKey\":40", "\"nextKey\":21", "next-key"),
      ("manifest.json", "\"BusinessTrip\":1", "\"BusinessTrip\":0", "manifest-totals"),
      ("manifest.json", "\"Item\":3", "\"Item\":2", "manifest-totals"),
      ("manifest.json", "\"rows\":3", "\"rows\":2", "manifest-totals"),
      ("manifest.json", "\"textBytes\":", "\"textBytes\":1", "chunk-text-bytes"),
      (items, "\"rows\":3", "\"rows\":4", "chunk-opening"),
      (items, "\"rows\":3", "\"rows\":\"3\"", "chunk-opening"),
      (items, "\"start\":8", "\"start\":0", "chunk-opening"),
      (items, "\"hierarchy\":\"Item\"", "\"hierarchy\":\"Trip\"", "chunk-opening"),
      (items, "{\"$chunk\"", "{\"chunk\"", "chunk-opening"),
      (items, "\"records\"", "\"rows\"", "chunk-malformed"),
      (items, "\"$id\":10", "\"$id\":9,\"x\":1,\"$id\":10", "record-unknown-property"),
      (items, "\"$id\":11", "\"$id\":10", "record-duplicate-key"),
      (items, "\"$id\":12", "\"$id\":17", "record-key-range"),
      (items, "\"trip\":1", "\"trip\":2", "reference-dangling"),
      (items, "\"done\":true", "\"done\":1", "record-value-type"),
      (trips, "[11,10]", "[11,12]", "order-not-members"),
      (trips, "\"$size\":3", "\"$size\":4", "external-missing"),
      (trips, "\"$entity\":\"BusinessTrip\"", "\"$entity\":\"Item\"", "record-unknown-entity"),
      ("extensions.json", "\"anchor\":1", "\"anchor\":2", "anchor-missing"),
      ("extensions.json", "\"id\":30", "\"id\":10", "key-used-twice"),
      ("extensions.json", "com.example.Photo", "Photo", "part-malformed"),
      ("carried.json", "[", "[[", "json-truncated"),
    ])
  func oneChange(part: String, old: String, new: String, expected: String) throws {
    let bytes = try changed { archive in
      try archive.replace(in: part, old, with: new)
      archive.updatesManifest = part != "manifest.json"
    }
    #expect(code(bytes) == expected)
  }

  // Spec 3.5-3
  @Test("an unknown feature for writing makes a document read-only")
  func readOnly() throws {
    let bytes = try changed { archive in
      try archive.replace(
        in: Self.header, "\"format\"", with: "\"requiresToWrite\":[\"x\"],\"format\"")
    }
    let content = try DocumentFile.read(.bytes(bytes))
    #expect(content.isReadOnly)
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.save(content.tables, inPlaceOf: content, at: "/nonexistent/x.trips")
    }
    #expect(error?.code == .readOnly)
  }

  @Test("parts that the manifest does not list, lists twice or that are missing")
  func partLists() throws {
    #expect(
      code(
        try changed {
          try $0.entries.insert(("attachments/x.y/z", []), at: $0.index(of: "manifest.json"))
        })
        == "part-undeclared")
    #expect(
      code(try changed { try $0.entries.remove(at: $0.index(of: "carried.json")) })
        == "part-missing")
    #expect(
      code(
        try changed { archive in
          let index = try archive.index(of: Self.items)
          archive.entries.swapAt(index, index + 1)
        }) == "part-order")
    #expect(code(try changed { $0.entries.removeLast() }) == "manifest-missing")
    #expect(code(try changed { $0.entries.removeFirst() }) == "mimetype-missing")
    #expect(code(try changed { $0.entries.swapAt(1, 2) }) == "header-missing")
    #expect(code(try changed { $0.entries.swapAt(2, 3) }) == "schema-missing")
  }

  @Test(
    "a data part that is not named by the first and the last key of its range",
    arguments: [
      "data/Item/8-16.json", "data/Item/08-15.json", "data/Item/8-15.xml", "data/item/8-15.json",
      "data/Item/0000000000000008-03.json",
    ])
  func dataPartName(name: String) throws {
    let bytes = try changed { archive in
      archive.entries[try archive.index(of: Self.items)].name = name
      try archive.changeManifest { manifest in
        let part = try #require(manifest.parts.firstIndex { $0.name == Self.items })
        manifest.parts[part].name = name
      }
    }
    #expect(code(bytes) == "part-name")
  }

  // Spec 3.7-5
  @Test("sizes and digests that the manifest states wrongly")
  func digests() throws {
    let size = try changed { archive in
      archive.updatesManifest = false
      let index = try archive.index(of: Self.items)
      archive.entries[index].bytes += [0x0A]
    }
    #expect(code(size) == "part-size")
    let digest = try changed { archive in
      archive.updatesManifest = false
      let index = try archive.index(of: Self.items)
      archive.entries[index].bytes = archive.entries[index].bytes.dropLast() + [0x20]
    }
    #expect(code(digest) == "part-digest")
  }

  @Test("an external value that is not what its name says, or that nobody refers to")
  func externals() throws {
    let name = PartName.external(Digest(of: [1, 2, 255]))
    #expect(
      code(
        try changed { archive in archive.entries[try archive.index(of: name)].bytes = [1, 2, 3] })
        == "external-digest")
    #expect(
      code(
        try changed { archive in
          try archive.replace(
            in: Self.trips, "{\"$external\":\"\(Digest(of: [1, 2, 255]).text)\",\"$size\":3}",
            with: "null")
          let index = try archive.index(of: Self.trips)
          try archive.changeManifest { $0.parts[index].chunk?.textBytes -= 3 }
        }) == "external-unreferenced")
  }

  @Test("a document cut short at any place is refused")
  func truncated() throws {
    let bytes = try SampleTables.small().document(.document, .json)
    for length in stride(from: 0, to: bytes.count, by: 97) {
      #expect(throws: DocumentError.self) { try DocumentFile.read(.bytes(Array(bytes[..<length]))) }
    }
  }

  @Test("the words about a damaged zip say what to do")
  func remedies() throws {
    let bytes = try SampleTables.small().document(.document, .json)
    let cut = #expect(throws: DocumentError.self) {
      try DocumentFile.read(.bytes(Array(bytes[..<(bytes.count / 2)])))
    }
    #expect(cut?.message == "the archive is cut off; copy or download the file again")
    let size = ZipError(
      .sizeMismatch, entry: "header.json", offset: 137, field: "uncompressed size",
      detail: .exceeds(limit: 4876, value: 4877))
    #expect(
      DocumentError(size).message
        == "an entry is damaged (its size does not match); restore the file from a backup")
  }

  @Test("a flipped bit is refused or changes nothing", arguments: RoundTripTests.forms)
  func bitFlips(form: DocumentForm, encoding: DocumentEncoding) throws {
    let tables = try SampleTables.small()
    let expected = TablesContent(tables)
    let bytes = try tables.document(form, encoding)
    var refused = 0
    for index in stride(from: 0, to: bytes.count, by: 13) {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index / 13 % 8)
      do {
        let content = try DocumentFile.read(.bytes(damaged))
        // A flat document has no digests: damage may make another document, but never a trap.
        if form == .document { #expect(TablesContent(content.tables) == expected) }
      } catch {
        refused += 1
      }
    }
    #expect(refused > bytes.count / 13 / 2)
  }

  // Spec 1.4-5
  @Test("validation goes on after a bad part")
  func severalFindings() throws {
    let bytes = try changed { archive in
      try archive.replace(in: Self.items, "\"done\":true", with: "\"done\":7")
      try archive.replace(in: Self.trips, "\"perdiem\":0.1", with: "\"perdiem\":\"a\"")
      try archive.replace(in: "extensions.json", "com.example.Photo", with: "Photo")
    }
    let findings = DocumentFile.validate(.bytes(bytes))
    #expect(findings.map(\.part) == [Self.items, Self.trips, "extensions.json"])
    #expect(findings.first?.entity == "Item")
    #expect(findings.first?.key == 10)
    #expect(findings.first?.property == "done")
    #expect(findings.first?.place != nil)
    #expect(DocumentFile.validate(.bytes(bytes), maximum: 2).count == 2)
  }

  // Spec 3.12-27
  @Test("budgets are kept")
  func budgets() throws {
    let bytes = try SampleTables.small().document(.document, .json)
    func refusal(_ change: (inout DocumentLimits) -> Void) -> String? {
      var limits = DocumentLimits()
      change(&limits)
      return #expect(throws: DocumentError.self) {
        try DocumentFile.read(.bytes(bytes), limits: limits)
      }?.code.rawValue
    }
    #expect(refusal { $0.fileBytes = 100 } == "limit-file-bytes")
    #expect(refusal { $0.objects = 5 } == "limit-objects")
    #expect(refusal { $0.entries = 3 } == "zip-budget-entries")
    #expect(refusal { $0.treePartBytes = 100 } == "limit-tree-part-bytes")
    #expect(refusal { $0.depth = 4 } == "json-depth")
    #expect(refusal { $0.partBytes = 200 } == "zip-budget-entry-bytes")
  }
}
