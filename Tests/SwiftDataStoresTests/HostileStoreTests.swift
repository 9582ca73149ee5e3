import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase
import StoreGenerator
import Testing

@testable import SwiftDataStores

/// Stores that were made to delete files, to read others, or to cost much more than their size.
@Suite struct HostileStoreTests {
  private func error(_ folder: StoreFolder) throws -> DocumentError {
    try #require(throws: DocumentError.self) { try StoreImport(ofOwnSchemaAt: folder.path) }
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  // MARK: Files

  @Test(arguments: [StoreWriter.Journal.delete, .log])
  func `A journal that names another file is refused, and that file stays`(
    journal: StoreWriter.Journal
  ) throws {
    let folder = try StoreFolder(.users, rowsPerTable: 2, journal: journal)
    let victim = folder.folder + "/victim"
    try write(Array("precious".utf8), victim)
    func big(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let name = Array(victim.utf8)
    var bytes = magic + big(0) + big(0) + big(1) + big(512) + big(4096)
    bytes += [UInt8](repeating: 0, count: 512 - bytes.count) + big((1 << 30) / 4096 + 1)
    bytes += name + big(name.count) + big(name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }) + magic
    try write(bytes, folder.path + "-journal")
    let before = try folder.state()
    let error = try error(folder)
    #expect(error.code == .storeJournal)
    #expect(error.detail.contains("the journal ends with the name of another file"))
    #expect(try folder.state() == before)
  }

  @Test func `A log that is a link to that of another store is refused`() throws {
    let other = try StoreFolder(.users, rowsPerTable: 3, journal: .log)
    let folder = try StoreFolder(.users, rowsPerTable: 3)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "-wal", withDestinationPath: other.path + "-wal")
    #expect(try error(folder).code == .fileCannotBeRead)
  }

  @Test(arguments: ["_SUPPORT", "_SUPPORT/_EXTERNAL_DATA"])
  func `External values are not read through a link`(place: String) throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 20)
    let hidden = folder.folder + "/.default" + place
    try #require(FileManager.default.fileExists(atPath: hidden))
    try #require(
      try StoreImport(ofOwnSchemaAt: folder.path).report.findings.allSatisfy {
        $0.kind != .keptAsData || $0.property != "cover"
      })
    try FileManager.default.moveItem(atPath: hidden, toPath: folder.folder + "/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: hidden, withDestinationPath: folder.folder + "/elsewhere")
    let findings = try StoreImport(ofOwnSchemaAt: folder.path).report.findings
    #expect(findings.contains { $0.kind == .keptAsData && $0.property == "cover" })
  }

  @Test(arguments: [
    "file:x.store", "x.store?mode=memory", "file:x?vfs=unix&immutable=1", "%00.store", ":memory:",
    "x.store#a",
  ])
  func `Every character of a file's name is part of the name`(name: String) throws {
    let made = try StoreFolder(.users, rowsPerTable: 2)
    let folder = try StoreFolder(name)
    try FileManager.default.copyItem(atPath: made.path, toPath: folder.path)
    #expect(try StoreImport(ofOwnSchemaAt: folder.path).report.objects["User"] == 2)
    #expect(try folder.state().count == 1)
  }

  // MARK: Work

  /// The seventh power of a few hundred rows in 60 KB.
  @Test(arguments: ["ZUSER", "OTHER", "Z_PRIMARYKEY", "ACHANGE"])
  func `Pages that all lead to one page below end with an error`(table: String) throws {
    let folder = try StoreFolder(.users, rowsPerTable: 2, transactions: 1)
    try folder.change("CREATE TABLE OTHER (v)", "INSERT INTO OTHER VALUES (1), (2)")
    try folder.shareThePages(of: table, levels: 6)
    let error = try error(folder)
    #expect([.storeDamaged, .limitExpanded].contains(error.code), "\(error)")
    try folder.change("UPDATE Z_MODELCACHE SET Z_CONTENT = NULL")
    #expect([.storeDamaged, .limitExpanded].contains(try self.error(folder).code))
  }

  @Test func `Rows that share a long value count it each time`() throws {
    let folder = try StoreFolder("plain.sqlite")
    let value = String(repeating: "x", count: 4_000)
    try folder.change(
      "CREATE TABLE t (k INTEGER PRIMARY KEY, v)",
      "INSERT INTO t VALUES " + (1...50).map { "(\($0), '\(value)')" }.joined(separator: ", "))
    var limits = DocumentLimits()
    limits.expandedBytes = 0
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.path)).count
    #expect(size > 200_000)
    _ = try StoreImport(ofOwnSchemaAt: folder.path, limits: limits)
    let store = try OpenStore(folder.path, limits: limits)
    try store.countBytes(64 * size)
    let error = #expect(throws: DocumentError.self) { try store.countBytes(1) }
    #expect(error?.code == .limitExpanded)
  }

  // MARK: The model

  /// An archive of a model with one entity, whose members a closure makes.
  private func archive(
    _ members: (inout StoreGenerator.KeyedArchive, Int) -> [String: PropertyList]
  ) -> [UInt8] {
    var archive = StoreGenerator.KeyedArchive()
    let (root, entity) = (archive.reserve(), archive.reserve())
    var all = members(&archive, entity)
    all["NSEntityName"] = archive.string("User")
    archive.fill(entity, class: ["NSEntityDescription", "NSObject"], all)
    let entities = archive.array { _ in [.uid(entity)] }
    archive.fill(root, class: ["NSManagedObjectModel", "NSObject"], ["NSEntities": entities])
    return archive.archive(root: .uid(root)).binary
  }

  private func refusal(_ archive: [UInt8]) -> DocumentError? {
    #expect(archive.count < 200_000)
    return #expect(throws: DocumentError.self) {
      try ManagedModel(cached: archive, limits: .standard)
    }
  }

  @Test func `Composites that share their elements are counted where they occur`() {
    let archive = archive { archive, _ in
      let names = (0..<10).map { archive.string("e\($0)") }
      var elements = PropertyList.uid(0)
      for _ in 0..<15 {
        let isLeaf = elements == .uid(0)
        let below = elements
        elements = archive.array { archive in
          names.map { name in
            let number = archive.reserve()
            archive.fill(
              number, class: ["NSAttributeDescription", "NSPropertyDescription", "NSObject"],
              [
                "NSPropertyName": name, "NSAttributeType": .integer(isLeaf ? 700 : 2100),
                "NSCompositeElements": below,
              ])
            return .uid(number)
          }
        }
      }
      return ["NSProperties": elements]
    }
    #expect(refusal(archive)?.detail.contains("too many properties") == true)
  }

  @Test(arguments: ["NSProperties", "NSFetchIndexDescriptions", "NSUniqueTuples", "elements"])
  func `Objects that are shared are counted where they occur`(kind: String) {
    let archive = archive { archive, entity in
      let name = archive.string("name")
      func attribute(_ archive: inout StoreGenerator.KeyedArchive) -> PropertyList {
        let number = archive.reserve()
        archive.fill(
          number, class: ["NSAttributeDescription", "NSPropertyDescription", "NSObject"],
          ["NSPropertyName": name, "NSAttributeType": .integer(700)])
        return .uid(number)
      }
      func repeated(_ value: PropertyList, _ count: Int) -> [PropertyList] {
        Array(repeating: value, count: count)
      }
      switch kind {
      case "NSProperties":
        let shared = attribute(&archive)
        return [kind: archive.array { _ in repeated(shared, 150_000) }]
      case "NSUniqueTuples":
        let tuple = archive.array { _ in repeated(name, 20_000) }
        return [kind: archive.array { _ in repeated(tuple, 20_000) }]
      default:
        let index = archive.reserve()
        let element = archive.reserve()
        archive.fill(
          element, class: ["NSFetchIndexElementDescription", "NSObject"], ["NSPropertyName": name])
        let elements = archive.array { _ in repeated(.uid(element), 20_000) }
        archive.fill(
          index, class: ["NSFetchIndexDescription", "NSObject"], ["NSIndexElements": elements])
        let indexes = archive.array { _ in repeated(.uid(index), 20_000) }
        // Every member of an entity may have indexes.
        return kind == "elements"
          ? Dictionary(uniqueKeysWithValues: (0..<200).map { ("NSOther\($0)", elements) })
          : [kind: indexes]
      }
    }
    #expect(refusal(archive) != nil)
  }

  // MARK: Inheritance

  /// A hierarchy of three levels with a derived attribute and relationships at the top.
  private static let inherited = StoreModel([
    StoreEntity(
      "Item", uniqueness: [["title"]], indexes: [["created", "title"]],
      [
        .attribute(StoreAttribute("title", .string)),
        .attribute(StoreAttribute("created", .date)),
        .attribute(StoreAttribute("sortTitle", .string, optional: true, derived: true)),
        .attribute(
          StoreAttribute(
            "place",
            .composite(
              [StoreAttribute("latitude", .double), StoreAttribute("longitude", .double)],
              .structure), optional: true)),
        .relationship(StoreRelationship("box", to: "Box", inverse: "items")),
      ]),
    StoreEntity("Film", of: "Item", [.attribute(StoreAttribute("length", .int32))]),
    StoreEntity(
      "Short", of: "Film",
      [
        .attribute(StoreAttribute("subtitle", .double, optional: true)),
        .relationship(StoreRelationship("sequel", to: "Film")),
      ]),
    StoreEntity("Song", of: "Item", [.attribute(StoreAttribute("length", .int64))]),
    StoreEntity(
      "Box",
      [
        .relationship(
          StoreRelationship("items", to: "Item", inverse: "box", many: true, deleteRule: .cascade))
      ]),
  ])

  @Test(arguments: [StoreModel.everything, inherited])
  func `Inherited properties that a model lists as proxies are those of the superentity`(
    model: StoreModel
  ) throws {
    let own = try StoreFolder(model, rowsPerTable: 20, transactions: 4)
    let listed = try StoreFolder(model, rowsPerTable: 20, transactions: 4, listsInherited: true)
    let expected = try StoreImport(ofOwnSchemaAt: own.path)
    let imported = try StoreImport(ofOwnSchemaAt: listed.path)
    #expect(imported.report == expected.report)
    #expect(imported.tables.schema == expected.tables.schema)
    #expect(imported.tables.rowCounts() == expected.tables.rowCounts())
    #expect(try imported.tables.documentBytes() == expected.tables.documentBytes())
  }

  @Test func `A derived attribute is read as its column`() throws {
    let folder = try StoreFolder(Self.inherited, rowsPerTable: 12, listsInherited: true)
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    let item = try #require(imported.tables.schema.entity(named: "Item"))
    #expect(item.attributes.map(\.name).sorted() == ["created", "place", "sortTitle", "title"])
    let short = try #require(imported.tables.schema.entity(named: "Short"))
    #expect(short.attributes.map(\.name) == ["subtitle"])
    #expect(imported.report.findings.isEmpty)
    #expect(imported.report.objects.values.reduce(0, +) == 24)
  }

  @Test func `Proxies of each other are refused`() {
    let archive = archive { archive, entity in
      let (first, second) = (archive.reserve(), archive.reserve())
      for (number, other) in [(first, second), (second, first)] {
        archive.fill(
          number, class: ["_NSPropertyDescriptionProxy", "NSObject"],
          ["NSUnderlyingProperty": .uid(other), "NSEntityDescription": .uid(entity)])
      }
      return ["NSProperties": archive.array { _ in [.uid(first)] }]
    }
    #expect(refusal(archive)?.detail.contains("a property of User has no name") == true)
  }
}

extension StoreFolder {
  /// Moves the leaf at the root of a table below levels of interior pages, each of which leads to the next one
  /// several hundred times.
  fileprivate func shareThePages(of table: String, levels: Int) throws {
    let connection = try SQLiteConnection(path: path)
    let root = try connection.prepare(
      "SELECT rootpage FROM sqlite_schema WHERE name = ?1", for: "find the table")
    try root.bind(table, at: 1)
    try #require(try root.step())
    let page = Int(root.int64(at: 0))
    var file = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let size = Int(file[16]) << 8 | Int(file[17])
    let start = (page - 1) * size
    let leaf = file[start..<start + size]
    try #require(leaf.first == 0x0D)
    // A file with incremental vacuum has a page of pointers, of which the reader needs none.
    let first = file.count / size + 1
    let cells = (size - 12) / 8
    for level in 0..<levels {
      var interior = [UInt8](repeating: 0, count: size)
      func set(_ offset: Int, _ number: Int, _ bytes: Int) {
        for index in 0..<bytes {
          interior[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * (bytes - 1 - index)))
        }
      }
      interior[0] = 5
      set(3, cells, 2)
      set(5, size - cells * 5, 2)
      set(8, first + level, 4)
      for cell in 0..<cells {
        let place = size - (cell + 1) * 5
        set(12 + 2 * cell, place, 2)
        set(place, first + level, 4)
        interior[place + 4] = UInt8(min(cell, 100))
      }
      if level == 0 {
        file.replaceSubrange(start..<start + size, with: interior)
      } else {
        file += interior
      }
    }
    file += leaf
    for index in 0..<4 {
      file[28 + index] = UInt8(truncatingIfNeeded: (file.count / size) >> (24 - 8 * index))
    }
    try Data(file).write(to: URL(fileURLWithPath: path))
  }
}
