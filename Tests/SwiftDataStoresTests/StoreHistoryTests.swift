import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase
import StoreGenerator
import Testing

@testable import SwiftDataStores

/// The histories of stores as those of documents.
@Suite struct StoreHistoryTests {
  private let rows = StoreRows(.everything, seed: 7, rowsPerTable: 30)

  private func folder(transactions: Int = 40) throws -> StoreFolder {
    try StoreFolder(.everything, rowsPerTable: 30, seed: 7, transactions: transactions)
  }

  private func history(_ folder: StoreFolder) throws -> (StoreImport, [History.Transaction]) {
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    return (imported, imported.tables.history.map { Array($0.transactions) } ?? [])
  }

  @Test func `Each transaction has its time, author, program, process and changes`() throws {
    let (imported, transactions) = try history(folder())
    let expected = rows.transactions(40)
    #expect(transactions.map(\.number) == (1...40).map { $0 })
    #expect(transactions.map(\.time) == expected.map(\.timestamp))
    #expect(transactions.map(\.author) == expected.map(\.author))
    #expect(transactions.map(\.program) == expected.map(\.bundleID))
    #expect(transactions.map(\.process) == expected.map(\.processID))
    let keys = imported.report.keys
    for (transaction, expected) in zip(transactions, expected) {
      for change in expected.changes {
        let table = try #require(rows.layout.table(of: change.entity))
        let key = try #require(keys.key(ofRow: change.row, hierarchy: table.entities[0]))
        let kinds: [StoreChange.Kind: History.Transaction.Group.Kind] = [
          .insert: .insert, .update: .update, .delete: .delete,
        ]
        let groups = transaction.groups.filter {
          $0.entity == change.entity && $0.keys.contains(key) && $0.kind == kinds[change.kind]
        }
        let isUnknown = transaction.unknown.contains { $0.start == key && $0.bits == 0 }
        let isAlone =
          expected.changes.count { $0.entity == change.entity && $0.row == change.row } == 1
        guard isAlone else { continue }
        switch change.kind {
        case .insert: #expect(groups.count == 1)
        case .update:
          // The bits of entities with composites are certain up to the first composite only.
          #expect(groups.isEmpty == isUnknown)
          if let group = groups.first { #expect(group.properties == change.properties.sorted()) }
          if change.entity == "Tag" { #expect(isUnknown == change.properties.isEmpty) }
        case .delete:
          let group = try #require(groups.first)
          #expect(Set(group.old.keys) == Set(change.preserved.keys))
          if let position = Array(group.keys.keys).firstIndex(of: key) {
            for (name, value) in change.preserved {
              guard case .string(let text) = value else { continue }
              #expect(group.old[name]?[position] == .text(text))
            }
          }
        }
      }
    }
  }

  @Test func `Reading and writing the document keeps the history`() throws {
    let (imported, transactions) = try history(folder())
    let bytes = try DocumentFile.bytes(
      of: imported.tables, form: .document,
      options: DocumentWriteOptions(encoding: .json, type: .generic))
    let read = try DocumentFile.read(.bytes(bytes)).tables
    #expect(read.history.map { Array($0.transactions) } == transactions)
    #expect(read.history?.policy == HistoryPolicy(.names))
    #expect(read.history?.last == imported.tables.history?.last)
    #expect(
      read.nextKey
        > (transactions.flatMap(\.groups).compactMap { $0.keys.runs.last?.upperBound }.max() ?? 0))
  }

  @Test func `A later copy of a store goes on with the history`() throws {
    let (early, _) = try history(folder(transactions: 20))
    let (late, _) = try history(folder(transactions: 40))
    #expect(early.tables.history?.lineage == late.tables.history?.lineage)
    #expect(late.tables.history?.digest(of: 20) == early.tables.history?.last?.digest)
  }

  @Test func `A history without its first transactions has another lineage`() throws {
    let folder = try folder()
    let before = try history(folder).0.tables.history?.lineage
    try folder.change(
      "DELETE FROM ATRANSACTION WHERE Z_PK < 5", "DELETE FROM ACHANGE WHERE ZTRANSACTIONID < 5")
    let (imported, transactions) = try history(folder)
    #expect(transactions.count == 36)
    #expect(imported.tables.history?.lineage != before)
  }

  @Test func `A store without transactions has no history`() throws {
    let (imported, _) = try history(folder(transactions: 0))
    #expect(imported.tables.history == nil)
    #expect(imported.report.history?.transactions == 0)
  }

  @Test func `A caller may do without the history`() throws {
    let folder = try folder()
    let imported = try StoreImport(ofOwnSchemaAt: folder.path, readsHistory: false)
    #expect(imported.tables.history == nil)
    #expect(imported.report.history?.transactions == 40)
  }

  // MARK: What a history cannot state

  @Test func `A save without a history makes the objects of the hierarchy unknown`() throws {
    let folder = try folder()
    try folder.change(
      "INSERT INTO ACHANGE (Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) "
        + "SELECT 9000, 2, Z_ENT, 3, 40 FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'")
    let (imported, transactions) = try history(folder)
    #expect(transactions.count == 41)
    #expect(transactions.last?.unknown.map(\.hierarchy) == ["Tag"])
    #expect(transactions.last?.time == transactions.dropLast().last?.time)
    #expect(
      imported.report.findings.contains {
        $0.kind == .contradiction && $0.table == "ACHANGE" && $0.rows == [3]
      })
  }

  @Test(arguments: [
    "x'00000001'", "NULL", "x''", "x'FFFFFFFF'", "'text'",
  ])
  func `An update whose bits name no properties is unknown`(_ bits: String) throws {
    let folder = try folder(transactions: 1)
    try folder.change(
      "DELETE FROM ACHANGE",
      "INSERT INTO ACHANGE (Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) "
        + "SELECT 1, 1, Z_ENT, 3, 1, \(bits) FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'")
    let (imported, transactions) = try history(folder)
    let key = try #require(imported.report.keys.key(ofRow: 3, hierarchy: "Tag"))
    #expect(transactions.first?.groups == [])
    #expect(
      transactions.first?.unknown == [HistoryRange(hierarchy: "Tag", start: key, bits: 0)])
  }

  @Test func `Changes of no entity, no transaction and names of contexts are reported`() throws {
    let folder = try folder(transactions: 3)
    try folder.change(
      "INSERT INTO ACHANGE (Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) VALUES "
        + "(9001, 0, 777, 3, 2), (9002, 0, 1, 3, 99), (9003, 0, 1, -3, 2)")
    let report = try history(folder).0.report.findings.filter { $0.kind == .changedHistory }
    #expect(report.contains { $0.detail.contains("no transaction") && $0.rows == [9002] })
    #expect(report.contains { $0.detail.contains("no entity") && $0.rows == [9001, 9003] })
    #expect(report.contains { $0.column == "ZCONTEXTNAME" })
  }

  @Test(arguments: ["NULL", "9e999", "'soon'", "-1e300"])
  func `A transaction without a time is not before the one before it`(_ time: String) throws {
    let folder = try folder(transactions: 3)
    try folder.change("UPDATE ATRANSACTION SET ZTIMESTAMP = \(time) WHERE Z_PK = 2")
    let (_, transactions) = try history(folder)
    #expect(transactions.count == 3)
    #expect(transactions[0].time <= transactions[1].time)
    #expect(transactions[1].time <= transactions[2].time)
  }

  // MARK: In Swift

  @Test func `A container has the history of the store, and a migration goes on with it`() throws {
    let folder = try StoreFolder(ModelImportTests.library, rowsPerTable: 0)
    try folder.change(
      "INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT, ZNAME, ZROOM, ZWIDTH, ZLABELS) VALUES "
        + "(1, 1, 2, 'A', 'B', 1, CAST('[]' AS BLOB))",
      "INSERT INTO ATRANSACTIONSTRING (Z_PK, ZNAME) VALUES (4, 'importer')",
      "INSERT INTO ATRANSACTION (Z_PK, ZTIMESTAMP, ZAUTHORTS) VALUES (7, 7e8, 4), (8, 7e8, NULL)",
      "INSERT INTO ACHANGE (Z_PK, ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS) VALUES "
        + "(1, 7, 0, 1, 1, NULL), (2, 8, 1, 1, 1, x'80')")
    let container = try ModelContainer(
      importing: URL(fileURLWithPath: folder.path), for: LibraryV2.Shelf.self,
      migrationPlan: LibraryPlan.self)
    let context = ModelContext(container)
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.count >= 2)
    #expect(history.first?.author == "importer")
    guard case .insert? = history.first?.changes.first else {
      Issue.record("the first transaction inserts no object")
      return
    }
    guard case .update(let update)? = history.dropFirst().first?.changes.first,
      let change = update as? DefaultHistoryUpdate<LibraryV2.Shelf>
    else {
      Issue.record("the second transaction updates no shelf")
      return
    }
    #expect(change.updatedAttributes == [\LibraryV2.Shelf.name])
    context.insert(
      LibraryV2.Shelf(
        name: "C",
        place: try #require(context.fetch(FetchDescriptor<LibraryV2.Shelf>()).first).place))
    try context.save()
    #expect(
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == history
        .count + 1)
  }

  @Test func `A file made of a store has its history`() throws {
    let folder = try StoreFolder(ModelImportTests.library, rowsPerTable: 0)
    try folder.change(
      "INSERT INTO ATRANSACTION (Z_PK, ZTIMESTAMP, ZAUTHOR) VALUES (7, 7e8, 'plain'), (9, 7e8, NULL)",
      "INSERT INTO ACHANGE (Z_PK, ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK) VALUES "
        + "(1, 7, 0, 1, 1), (2, 9, 2, 1, 1)")
    let configuration = ModelConfiguration(
      url: URL(fileURLWithPath: folder.folder + "/app.trips"))
    _ = try ModelContainer(
      importing: URL(fileURLWithPath: folder.path), for: LibraryV1.Shelf.self,
      configurations: configuration)
    let again = try ModelContainer(for: LibraryV1.Shelf.self, configurations: configuration)
    let context = ModelContext(again)
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.map(\.author) == ["plain", nil])
    // The key of the deleted object is not used again.
    let shelf = LibraryV1.Shelf(
      name: "C", place: Place(room: "A", row: nil, size: Size(width: 1, checked: nil), labels: []))
    context.insert(shelf)
    try context.save()
    let last = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
    #expect(last?.changes.first?.changedPersistentIdentifier == shelf.persistentModelID)
    guard case .delete? = history.last?.changes.first else {
      Issue.record("the last save of the store deletes no object")
      return
    }
    #expect(
      history.last?.changes.first?.changedPersistentIdentifier != shelf.persistentModelID)
  }
}
