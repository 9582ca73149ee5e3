import DocumentTables
import Markup
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("What a small file becomes in memory")
struct ExpandedSizeTests {
  private static let encodings: [DocumentEncoding] = [.json, .xml]

  /// The code with which a document is refused, the same in every way of reading it; nil for none.
  private func refusal(_ bytes: [UInt8], expandedBytes: Int = 1 << 20) -> String? {
    var limits = DocumentLimits()
    limits.expandedBytes = expandedBytes
    var options = PassOptions()
    options.limits.expandedBytes = expandedBytes
    let codes = [
      code { _ = try DocumentFile.read(.bytes(bytes), limits: limits) },
      LoadedValidation(limits: limits).findings(bytes).first?.code,
      DocumentFile.validate(.bytes(bytes), options: options).first?.code,
    ]
    #expect(Set(codes).count == 1, "\(codes)")
    return codes[0]?.rawValue
  }

  private func code(_ body: () throws -> Void) -> DocumentError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? DocumentError)?.code
    }
  }

  private func trips(
    _ count: Int, _ values: [String: Value], keptParts: [KeptPart] = []
  ) throws -> Tables {
    var tables = Tables(
      schema: try SampleTables.schema(), documentID: SampleTables.documentID,
      nextKey: ObjectKey(count) + 1)
    try SampleTables.fill(
      &tables, "Trip",
      (1...count).map { key in
        ("Trip", ObjectKey(key), values.merging(["name": .text("\(key)")]) { $1 })
      })
    tables.keptParts = keptParts
    return tables
  }

  @Test(
    "external values are refused that one part and many references make large", arguments: encodings
  )
  func externals(encoding: DocumentEncoding) throws {
    let zeros = try trips(12, ["photo": .data([UInt8](repeating: 0, count: 200_000))])
      .document(.document, encoding)
    #expect(zeros.count < 12_000)
    #expect(refusal(zeros) == "limit-expanded-bytes")
    #expect(refusal(zeros, expandedBytes: 4 << 20) == nil)
  }

  // Spec 3.12-29, 3.12-30
  @Test("arrays that a reader would refuse are not written", arguments: encodings)
  func writtenArrays(encoding: DocumentEncoding) throws {
    let tags = Value.array([Value](repeating: .null, count: 3000))
    let tables = try trips(12, ["tags": tags])
    #expect(refusal(try tables.document(.document, encoding)) == "limit-expanded-bytes")
    var options = DocumentWriteOptions(encoding: encoding, type: .generic)
    options.limits.expandedBytes = 1 << 20
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.bytes(of: tables, form: .document, options: options)
    }
    #expect(error?.code == .limitExpanded && error?.part?.hasPrefix("data/Trip/") == true)
    options.limits.expandedBytes = 2 << 20
    let written = try DocumentFile.bytes(of: tables, form: .document, options: options)
    #expect(refusal(written, expandedBytes: 2 << 20) == nil)
  }

  @Test("photos that do not compress are read whatever the limit", arguments: encodings)
  func photos(encoding: DocumentEncoding) throws {
    var random = SeededGenerator(state: 5)
    let photo = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let bytes = try trips(12, ["photo": .data(photo)]).document(.document, encoding)
    #expect(refusal(bytes, expandedBytes: 0) == nil)
    #expect(
      refusal(try SampleTables.many(2000).document(.document, encoding), expandedBytes: 0) == nil)
  }

  @Test("kept parts are refused that compress to nothing", arguments: encodings)
  func keptParts(encoding: DocumentEncoding) throws {
    let part = KeptPart(
      name: "attachments/com.example/zeros.bin", mediaType: nil,
      bytes: [UInt8](repeating: 0, count: 3_000_000), anchor: nil)
    let bytes = try trips(1, [:], keptParts: [part]).document(.document, encoding)
    #expect(refusal(bytes) == "limit-expanded-bytes")
    #expect(refusal(bytes, expandedBytes: 4 << 20) == nil)
  }

  @Test("white space in a data part is refused", arguments: encodings)
  func whiteSpace(encoding: DocumentEncoding) throws {
    let document = try trips(2, [:]).document(.document, encoding)
    var archive = try RebuiltArchive(try OwnedTables.withoutIndexes(document))
    archive.method = .deflated(level: 6)
    let index = try archive.index(of: "data/Trip/0-3.\(encoding.rawValue)")
    let end = try #require(archive.entries[index].bytes.lastIndex(of: 0x0A))
    archive.entries[index].bytes.insert(
      contentsOf: [UInt8](repeating: 0x20, count: 3_000_000), at: end)
    #expect(refusal(try archive.bytes()) == "limit-expanded-bytes")
    #expect(refusal(try archive.bytes(), expandedBytes: 4 << 20) == nil)
  }

  /// A schema with a property that has a long default value, and many without one.
  private func wideSchema(columns: Int, defaultBytes: Int) throws -> TableSchema {
    try TableSchema(
      name: "Wide", version: nil,
      entities: [
        TableEntity(
          name: "E",
          attributes: [
            TableAttribute(
              name: "z", type: .scalar(.text),
              defaultValue: .value(.text(String(repeating: "d", count: defaultBytes))))
          ])
      ]
        + (0..<columns / 50).map { number in
          TableEntity(
            name: "S\(number)", superentity: "E",
            attributes: (0..<50).map {
              TableAttribute(name: "c\($0)", type: .scalar(.int64), isNullable: true)
            })
        })
  }

  /// A document of records that name no property.
  private func bare(
    _ rows: Int, _ schema: TableSchema, _ form: DocumentForm, _ encoding: DocumentEncoding
  ) throws -> [UInt8] {
    var tables = Tables(
      schema: schema, documentID: SampleTables.documentID, nextKey: ObjectKey(rows) + 1)
    let layout = schema.hierarchies[0]
    let builder = SegmentBuilder(layout)
    let text = schema.entity(named: "E")?.attributes.first?.defaultValue
    guard case .value(let value)? = text else { return [] }
    let discriminator = try #require(layout.entity(named: "E")).discriminator
    let values = layout.columns.map { $0.name == "z" ? value : .null }
    for key in 1...rows {
      builder.append(key: ObjectKey(key), discriminator: discriminator, values: values)
    }
    tables.tables[0] = Table(segments: [builder.finish()])
    let written = try DocumentFile.bytes(
      of: tables, form: form, options: DocumentWriteOptions(encoding: encoding, type: .generic))
    guard case .text(let words) = value else { return [] }
    let spelled = encoding == .json ? ",\"z\":\"\(words)\"" : "<z>\(words)</z>"
    func shortened(_ bytes: [UInt8]) -> [UInt8] {
      Array(String(decoding: bytes, as: UTF8.self).split(separator: spelled).joined().utf8)
    }
    if form == .flat { return shortened(written) }
    var archive = try RebuiltArchive(written)
    archive.method = .deflated(level: 6)
    for index in archive.entries.indices where archive.entries[index].name.hasPrefix("data/") {
      archive.entries[index].bytes = shortened(archive.entries[index].bytes)
    }
    return try archive.bytes()
  }

  @Test(
    "default values are refused that many records do not spell", arguments: RoundTripTests.forms)
  func defaults(form: DocumentForm, encoding: DocumentEncoding) throws {
    let bytes = try bare(300, try wideSchema(columns: 0, defaultBytes: 20_000), form, encoding)
    #expect(bytes.count < 70_000)
    #expect(refusal(bytes) == "limit-expanded-bytes")
    #expect(refusal(bytes, expandedBytes: 64 << 20) == nil)
  }

  // Spec 3.12-29
  @Test(
    "rows of a data part are refused that are mostly columns of other entities",
    arguments: encodings)
  func columns(encoding: DocumentEncoding) throws {
    let bytes = try bare(
      5000, try wideSchema(columns: 500, defaultBytes: 0), .document, encoding)
    #expect(refusal(bytes, expandedBytes: 1 << 10) == "limit-expanded-bytes")
    #expect(refusal(bytes, expandedBytes: 64 << 20) == nil)
  }

  @Test("reading stops where a data part holds more than its manifest states", arguments: encodings)
  func lies(encoding: DocumentEncoding) throws {
    let bytes = try bare(6000, try wideSchema(columns: 0, defaultBytes: 200), .document, encoding)
    func refused(_ lie: (inout ManifestPart.Chunk) -> Void, rows: Int) throws -> DocumentError? {
      var archive = try RebuiltArchive(bytes)
      archive.method = .deflated(level: 6)
      let name = try #require(archive.entries.first { $0.name.hasPrefix("data/") }).name
      let stated =
        encoding == .json
        ? ("\"rows\":6000", "\"rows\":\(rows)") : ("rows=\"6000\"", "rows=\"\(rows)\"")
      try archive.replace(in: name, stated.0, with: stated.1)
      // What comes behind the records is not looked at any more.
      archive.entries[try archive.index(of: name)].bytes.removeLast(20)
      try archive.changeManifest { manifest in
        for index in manifest.parts.indices where manifest.parts[index].chunk != nil {
          guard var chunk = manifest.parts[index].chunk else { continue }
          lie(&chunk)
          manifest.parts[index].chunk = chunk
        }
        manifest.rows = ["E": rows]
      }
      let rebuilt = try archive.bytes()
      return #expect(throws: DocumentError.self) { try DocumentFile.read(.bytes(rebuilt)) }
    }
    #expect(try refused({ $0.textBytes = 1000 }, rows: 6000)?.code == .chunkTextBytes)
    #expect(try refused({ $0.rows = 7 }, rows: 7)?.code == .chunkRows)
  }

  // Spec 3.12-29
  @Test(
    "trees and foreign data are refused that are larger in memory than in the text",
    arguments: RoundTripTests.forms)
  func trees(form: DocumentForm, encoding: DocumentEncoding) throws {
    let zeros = Tree.array([Tree](repeating: .integer(0), count: 20_000))
    var tables = try trips(20, ["note": .tree(zeros), "tags": .null])
    #expect(refusal(try tables.document(form, encoding), expandedBytes: 64 << 20) == nil)
    if form == .document {
      #expect(refusal(try tables.document(form, encoding)) == "limit-expanded-bytes")
    }
    tables = try trips(1, [:])
    let builder = SegmentBuilder(tables.schema.hierarchies[1])
    for key in 1...20 {
      builder.append(
        key: ObjectKey(key), discriminator: 1,
        values: tables.schema.hierarchies[1].columns.map {
          $0.name == "name" ? .text("\(key)") : .null
        })
      builder.setForeign(.members(["com.example.zeros": zeros]))
    }
    #expect(builder.nestedBytes > 20 * 20_000 * 40)
  }

  @Test("more external values than the records' texts have are not loaded")
  func externalLies() throws {
    var archive = try RebuiltArchive(
      try trips(3, ["photo": .data([UInt8](repeating: 7, count: 1000))]).document(.document, .json))
    try archive.changeManifest { manifest in
      for index in manifest.parts.indices { manifest.parts[index].chunk?.textBytes = 2500 }
    }
    let bytes = try archive.bytes()
    let error = #expect(throws: DocumentError.self) { try DocumentFile.read(.bytes(bytes)) }
    #expect(error?.code == .chunkTextBytes && error?.key == 3)
  }

  // Spec 3.12-30
  @Test("nothing is written that the same limits would not read", arguments: encodings)
  func writing(encoding: DocumentEncoding) throws {
    var limits = DocumentLimits()
    limits.expandedBytes = 1 << 20
    let tables = try trips(12, ["photo": .data([UInt8](repeating: 0, count: 200_000))])
    let options = DocumentWriteOptions(encoding: encoding, limits: limits)
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.bytes(of: tables, form: .document, options: options)
    }
    #expect(error?.code == .limitExpanded)
  }
}
