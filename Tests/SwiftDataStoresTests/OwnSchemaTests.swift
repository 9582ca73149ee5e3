import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase
import StoreGenerator
import Testing

@testable import SwiftDataStores

/// The number of mutated stores; CI and developers may ask for more.
private let mutatedStores =
  ProcessInfo.processInfo.environment["TRIPDOCUMENTS_MUTATED_STORES"].flatMap { UInt64($0) } ?? 60

@Suite struct OwnSchemaTests {
  private let rows = StoreRows(.everything, seed: 7, rowsPerTable: 60)

  private func imported(
    journal: StoreWriter.Journal = .delete
  ) throws -> (StoreFolder, StoreImport) {
    let folder = try StoreFolder(
      .everything, rowsPerTable: 60, seed: 7, journal: journal, transactions: 9)
    return (folder, try StoreImport(ofOwnSchemaAt: folder.path))
  }

  @Test(arguments: [StoreWriter.Journal.delete, .log])
  func `Every row and value of a store is in the document`(_ journal: StoreWriter.Journal) throws {
    let (folder, imported) = try imported(journal: journal)
    _ = folder
    for table in rows.layout.tables {
      for row in 1...Int64(60) {
        let expected = rows.row(row, in: table)
        let key = try #require(
          imported.report.keys.key(ofRow: row, hierarchy: table.entities[0]))
        for case .attribute(let attribute) in rows.model.properties(of: expected.entity) {
          let value = imported.tables.value(expected.entity, key, attribute.name)
          #expect(
            value == attribute.value(expected.attributes[attribute.name] ?? .null),
            "\(expected.entity) \(row) \(attribute.name)")
        }
      }
    }
    #expect(imported.report.rowsRead == 60 * rows.layout.tables.count)
    #expect(imported.report.history?.transactions == 9)
    #expect(TablesCheck.findings(imported.tables).isEmpty)
  }

  @Test func `References and lists lead to the same rows`() throws {
    let (folder, imported) = try imported()
    _ = folder
    let keys = imported.report.keys
    func key(_ row: Int64, _ entity: String) throws -> ObjectKey {
      let table = try #require(rows.layout.tables.first { $0.entities.contains(entity) })
      return try #require(keys.key(ofRow: row, hierarchy: table.entities[0]))
    }
    for row in 1...Int64(60) {
      for (entity, name) in [("Book", "author"), ("Folder", "parent"), ("Attachment", "item")] {
        let relationship = try #require(rows.model.relationship(name, of: entity))
        let target = try rows.target(of: relationship, entity, row)
          .map { try key($0, relationship.destination) }
        #expect(
          imported.tables.value(entity, try key(row, entity), name)
            == target.map { .reference($0) } ?? .null, "\(entity) \(row)")
      }
    }
    for (entity, name) in [("Book", "tags"), ("Book", "prequels"), ("Folder", "attachments")] {
      let relationship = try #require(rows.model.relationship(name, of: entity))
      let members = rows.members(of: name, of: entity)
      for row in 1...Int64(60) {
        let list = try (members[row] ?? []).map { try key($0, relationship.destination) }
        let end = try #require(
          imported.tables.schema.relationshipEnd(named: name, of: entity))
        let own = try key(row, entity)
        let place = try #require(imported.tables.tables[end.hierarchy].location(of: own))
        let segment = imported.tables.tables[end.hierarchy].segments[place.segment]
        #expect(
          imported.tables.relatedKeys(of: own, in: segment, row: place.row, through: end) ?? []
            == list.sorted(), "\(entity) \(row) \(name)")
      }
    }
  }

  @Test func `Reading a store changes no file beside it`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 20, journal: .log)
    let before = try folder.state()
    _ = try StoreImport(ofOwnSchemaAt: folder.path)
    #expect(try folder.state() == before)
  }

  @Test func `A missing log is warned of`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 20, journal: .log)
    #expect(try StoreImport(ofOwnSchemaAt: folder.path).report.warnings.isEmpty)
    try FileManager.default.removeItem(atPath: folder.path + "-wal")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    #expect(imported.report.warnings.first?.contains("default.store-wal is not beside it") == true)
    #expect(imported.report.objects["ZUSER"] == 0)
  }

  @Test func `Without a model the tables are read as they are`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 5, hasModelCache: false)
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    #expect(imported.report.isWithoutModel)
    #expect(imported.report.warnings.count == 1)
    #expect(imported.report.objects["ZUSER"] == 5)
    #expect(TablesCheck.findings(imported.tables).isEmpty)
  }

  @Test func `Keys do not depend on the rows`() throws {
    let few = try StoreFolder(.everything, rowsPerTable: 3)
    let more = try StoreFolder(.everything, rowsPerTable: 30)
    let one = try StoreImport(ofOwnSchemaAt: few.path).report.keys
    #expect(one == (try StoreImport(ofOwnSchemaAt: more.path).report.keys))
    let key = try #require(one.key(ofRow: 12, hierarchy: "Book"))
    #expect(key / 100 == 12)
    #expect(one.row(ofKey: key)?.row == 12)
    #expect(one.row(ofKey: key)?.hierarchy == "Book")
  }

  // MARK: Rows that contradict the model

  @Test func `A value of another kind is kept as data and reported`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 3)
    try folder.change("UPDATE ZUSER SET ZEMAIL = x'0102' WHERE Z_PK = 2")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    let finding = try #require(imported.report.findings.first)
    #expect(finding.kind == .keptAsData)
    #expect(finding.table == "ZUSER" && finding.column == "ZEMAIL" && finding.rows == [2])
    #expect(imported.tables.kept("User", 2) == .members(["ZEMAIL": .data([1, 2])]))
    #expect(imported.tables.value("User", 2, "email") == .null)
  }

  @Test func `A dangling reference is nil and reported`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 10)
    try folder.change(
      "UPDATE ZBOOK SET ZAUTHOR = 999 WHERE Z_PK = 3", "DELETE FROM ZTAG WHERE Z_PK = 1")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    let dangling = imported.report.findings.filter { $0.kind == .danglingReference }
    #expect(dangling.contains { $0.column == "ZAUTHOR" && $0.rows == [3] })
    #expect(TablesCheck.findings(imported.tables).isEmpty)
  }

  @Test func `Members of rows that are not there are reported`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 20)
    try folder.change("DELETE FROM ZBOOK WHERE Z_PK IN (1, 20) OR Z_PK > 12")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    let dangling = imported.report.findings.filter { $0.kind == .danglingReference }
    #expect(dangling.contains { $0.rows.contains { $0 > 12 } })
    #expect(TablesCheck.findings(imported.tables).isEmpty)
  }

  @Test func `A null in a required attribute makes it optional and is reported`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 10)
    try folder.change("UPDATE ZTAG SET ZNAME = NULL WHERE Z_PK = 4")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    #expect(
      imported.report.findings.contains {
        $0.kind == .missingValue && $0.table == "ZTAG" && $0.column == "ZNAME" && $0.rows == [4]
      })
    #expect(
      imported.tables.schema.entity(named: "Tag")?.attribute(named: "name")?.isNullable == true)
  }

  @Test func `A constraint that rows break is dropped and reported`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 10)
    // SQLite compares bytes, documents the characters.
    try folder.change(
      "UPDATE ZTAG SET ZNAME = char(0xE9) WHERE Z_PK = 4",
      "UPDATE ZTAG SET ZNAME = 'e' || char(0x301) WHERE Z_PK = 5")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    #expect(
      imported.report.findings.contains { $0.kind == .brokenConstraint && $0.entity == "Tag" })
    #expect(imported.tables.schema.entity(named: "Tag")?.uniquenessConstraints == [])
    #expect(TablesCheck.findings(imported.tables).isEmpty)
  }

  @Test func `A constraint that several groups of rows break is dropped, and each group reported`()
    throws
  {
    let folder = try StoreFolder(.everything, rowsPerTable: 10)
    try folder.change(
      "UPDATE ZTAG SET ZNAME = char(0xE9) WHERE Z_PK = 4",
      "UPDATE ZTAG SET ZNAME = 'e' || char(0x301) WHERE Z_PK = 5",
      "UPDATE ZTAG SET ZNAME = char(0xF6) WHERE Z_PK = 6",
      "UPDATE ZTAG SET ZNAME = 'o' || char(0x308) WHERE Z_PK = 7")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    let broken = imported.report.findings.filter { $0.kind == .brokenConstraint }
    #expect(broken.flatMap(\.rows) == [5, 7])
    #expect(imported.tables.schema.entity(named: "Tag")?.uniquenessConstraints == [])
    #expect(TablesCheck.findings(imported.tables).isEmpty)
  }

  @Test func `Unknown columns are kept and unknown tables reported`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 2)
    try folder.change(
      "ALTER TABLE ZUSER ADD COLUMN ZFUTURE INTEGER", "UPDATE ZUSER SET ZFUTURE = 5 WHERE Z_PK = 1",
      "CREATE TABLE ZNEWS (Z_PK INTEGER PRIMARY KEY)", "INSERT INTO ZNEWS VALUES (1)")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    #expect(imported.tables.kept("User", 1) == .members(["ZFUTURE": .integer(5)]))
    #expect(imported.report.findings.contains { $0.kind == .unknownTable && $0.table == "ZNEWS" })
  }

  @Test func `Columns that may be mistaken for others are refused`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 2)
    try folder.change("ALTER TABLE ZUSER RENAME COLUMN ZNAME TO ZTITLE")
    let error = try #require(throws: DocumentError.self) {
      try StoreImport(ofOwnSchemaAt: folder.path)
    }
    #expect(error.code == .storeLayout)
  }

  @Test func `A model that cannot be read is an error`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 2)
    try folder.change("UPDATE Z_MODELCACHE SET Z_CONTENT = x'010203'")
    let error = try #require(throws: DocumentError.self) {
      try StoreImport(ofOwnSchemaAt: folder.path)
    }
    #expect(error.code == .storeModel)
  }

  @Test func `A truncated store is an error and leaves nothing`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 40)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: folder.path))
    #expect(throws: DocumentError.self) { try StoreImport(ofOwnSchemaAt: folder.path) }
  }

  @Test func `A file that is no store is no store`() throws {
    let folder = try StoreFolder()
    try Data("encrypted".utf8).write(to: URL(fileURLWithPath: folder.path))
    #expect(!StoreImport.isStore(atPath: folder.path))
    let error = try #require(throws: DocumentError.self) {
      try StoreImport(ofOwnSchemaAt: folder.path)
    }
    #expect(error.code == .notADocument)
  }

  @Test func `A limit ends the reading`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 20)
    var limits = DocumentLimits()
    limits.objects = 10
    let error = try #require(throws: DocumentError.self) {
      try StoreImport(ofOwnSchemaAt: folder.path, limits: limits)
    }
    #expect(error.code == .limitObjects)
  }

  @Test(arguments: 0..<mutatedStores) func `A mutated store is read or refused`(_ seed: UInt64)
    throws
  {
    let folder = try StoreFolder(.everything, rowsPerTable: 4, transactions: 6)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path)))
    var random = StoreRandom(seed, 99)
    for _ in 0..<(1 + seed % 40) {
      bytes[Int.random(in: 16..<bytes.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path))
    guard let imported = try? StoreImport(ofOwnSchemaAt: folder.path) else { return }
    #expect(TablesCheck.findings(imported.tables).isEmpty)
  }
}

extension StoreAttribute {
  /// The value that a document has for a generated one.
  fileprivate func value(_ value: StoreValue) -> Value {
    if case .composite(let elements, let meaning) = kind {
      guard case .composite(let values) = value else { return .null }
      if meaning == .rawValue {
        return elements[0].value(values[elements[0].name] ?? .null)
      }
      return tree(value).map { .tree($0) } ?? .null
    }
    switch (kind, value) {
    case (_, .null): return .null
    case (.transformable, _), (.json, _): return tree(value).map { .tree($0) } ?? .null
    case (_, .integer(let number)): return .integer(number)
    case (.float, .double(let number)): return .double(Double(Float(number)))
    case (_, .double(let number)): return .double(number)
    case (_, .decimal(let digits)):
      return .text(Decimal(string: digits).map { DecimalText.text($0) } ?? digits)
    case (_, .string(let text)), (_, .uri(let text)): return .text(text)
    case (_, .bool(let flag)): return .bool(flag)
    case (_, .date(let seconds)): return .date(seconds)
    case (_, .data(let bytes)): return .data(bytes)
    case (_, .uuid(let bytes)): return .uuid(bytes.reduce(0) { $0 << 8 | UInt128($1) })
    default: return .null
    }
  }

  /// The tree of a value inside a composite or behind a transformer.
  private func tree(_ value: StoreValue) -> Tree? {
    switch value {
    case .null: return nil
    case .composite(let values):
      guard case .composite(let elements, _) = kind else { return nil }
      var members: [String: Tree] = [:]
      for element in elements {
        if let tree = element.tree(values[element.name] ?? .null) { members[element.name] = tree }
      }
      return .members(members)
    case .json(let text):
      return PlainJSON.container(of: Array(text.utf8)) ?? .data(Array(text.utf8))
    case .strings(let texts): return .array(texts.map { .text($0) })
    case .dictionary(let members): return .members(members.mapValues(Self.tree))
    case .data(let bytes): return .data(bytes)
    default: return Tree(self.value(value), of: StoreSchema.type(of: kind))
    }
  }

  private static func tree(_ list: StoreGenerator.PropertyList) -> Tree {
    switch list {
    case .string(let text): .text(text)
    case .integer(let number): .integer(number)
    case .bool(let flag): .bool(flag)
    case .real(let number): .double(number)
    case .date(let seconds): .date(seconds)
    case .data(let bytes): .data(bytes)
    case .array(let items): .array(items.map(tree))
    case .dictionary(let members): .members(members.mapValues(tree))
    default: .null
    }
  }
}

extension StoreSchema {
  fileprivate static func type(of kind: StoreAttribute.Kind) -> AttributeType {
    switch kind {
    case .date: .scalar(.date)
    case .decimal: .scalar(.decimal)
    case .uri: .scalar(.url)
    case .float: .scalar(.float)
    default: .scalar(.text)
    }
  }
}
