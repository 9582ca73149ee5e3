import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

@Suite("The history in a file")
struct HistoryFileTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("x.trips")
  }

  /// The small sample tables with a history of some transactions.
  private func tables(_ transactions: Int = 3) throws -> Tables {
    var tables = try SampleTables.small()
    tables.history = History(
      document: tables.documentID, lineage: 9, policy: HistoryPolicy(.names, transactions: 500))
    for number in 0..<transactions { append(number, to: &tables) }
    return tables
  }

  private func append(_ number: Int, to tables: inout Tables) {
    let schema = tables.schema
    tables.history?.append(
      History.Transaction(
        time: Double(number), author: "ann", schema: schema.modelFingerprint(),
        groups: [
          .init(.update, entity: "Item", keys: HistoryKeys([10]), properties: ["title"])
        ]), of: schema)
  }

  private func renamed(_ tables: Tables, _ key: ObjectKey, _ title: String) throws -> Tables {
    let hierarchy = try #require(tables.schema.hierarchyIndex(of: "Item"))
    let column = try #require(
      tables.schema.hierarchies[hierarchy].column(named: "title", of: "Item"))
    var changes = ChangeSet(nextKey: tables.nextKey)
    changes.updated = [
      UpdatedRow(
        hierarchy: hierarchy, key: key,
        changes: [PropertyChange(column: column, old: .null, new: .text(title))])
    ]
    return tables.applying(changes)
  }

  // Spec 11.3-1, 11.3-3
  @Test("is read as it was written, in every form", arguments: RoundTripTests.forms)
  func roundTrip(form: DocumentForm, encoding: DocumentEncoding) throws {
    var tables = try tables(300)
    tables.history?.remove { $0.number < 200 || $0.number == 250 }
    _ = try directory.write(try tables.document(form, encoding), to: "x.trips")
    let read = try DocumentFile.read(.path(path))
    let history = try #require(read.tables.history)
    #expect(read.header.history == HistoryPolicy(.names, transactions: 500))
    #expect(Array(history.transactions) == tables.history.map { Array($0.transactions) })
    #expect(history.last == tables.history?.last)
    #expect(history.lineage == 9)
    #expect(history.removedThrough == 250)
    #expect(TablesContent(read.tables) == TablesContent(tables))
    // Reading and writing again gives the same bytes.
    #expect(try read.tables.document(form, encoding) == tables.document(form, encoding))
  }

  // Spec 11.3-2
  @Test("says nothing of itself where there is none, or where there is only a policy")
  func policyOnly() throws {
    var tables = try SampleTables.small()
    let without = try tables.document(.flat, .json)
    #expect(!String(decoding: without, as: UTF8.self).contains("history"))
    tables.history = History(document: tables.documentID, lineage: 1, policy: .none)
    _ = try directory.write(try tables.document(.document, .json), to: "x.trips")
    let read = try DocumentFile.read(.path(path))
    #expect(read.header.history == HistoryPolicy.none)
    #expect(read.tables.history?.last == nil)
    #expect(try DocumentFile.summary(.path(path)).parts?.contains { $0.kind == "history" } == false)
  }

  // Spec 11.1-4, 11.3-4
  @Test(
    "a save in place equals a full write, and copies sealed runs",
    arguments: [
      DocumentEncoding.json, .xml,
    ])
  func savesInPlace(encoding: DocumentEncoding) throws {
    let first = try tables(200)
    _ = try directory.write(try first.document(.document, encoding), to: "x.trips")
    let content = try DocumentFile.read(.path(path))
    var next = try renamed(content.tables, 10, "renamed")
    append(200, to: &next)
    let saved = try DocumentFile.save(next, inPlaceOf: content, at: path)
    var last = try renamed(next, 11, "again")
    append(201, to: &last)
    _ = try DocumentFile.save(last, inPlaceOf: content, after: saved.origin, at: path)
    let parts = try DocumentFile.summary(.path(path)).parts ?? []
    let written = try RebuiltArchive([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    let expected = try RebuiltArchive(try last.document(.document, encoding))
    #expect(written.entries.dropLast().map(\.name) == expected.entries.dropLast().map(\.name))
    for (entry, other) in zip(written.entries.dropLast(), expected.entries) {
      #expect(entry.bytes == other.bytes, "\(entry.name)")
    }
    #expect(
      parts.filter { $0.kind == "history" }.map(\.name) == [
        "history/state.\(encoding.fileExtension)", "history/0-127.\(encoding.fileExtension)",
        "history/128-255.\(encoding.fileExtension)",
      ])
  }

  // Spec 11.6-1
  @Test(
    "a program that saves without recording leaves a gap that every reader names alike",
    arguments: RoundTripTests.forms)
  func gap(form: DocumentForm, encoding: DocumentEncoding) throws {
    let tables = try tables()
    _ = try directory.write(try tables.document(form, encoding), to: "x.trips")
    let content = try DocumentFile.read(.path(path))
    // Such a program keeps the history as it is.
    let changed = try renamed(content.tables, 10, "unrecorded")
    try write(changed, like: tables, form, encoding)

    let read = try DocumentFile.read(.path(path))
    let history = try #require(read.tables.history)
    #expect(history.transactionCount == 4)
    let gap = try #require(history.transactions.first { $0.number == 4 })
    #expect(gap.groups.isEmpty)
    #expect(gap.unknown.map(\.hierarchy) == ["Item"])
    #expect(gap.unknown.allSatisfy { $0.start <= 10 && $0.start + (1 << $0.bits) > 10 })
    let again = try DocumentFile.read(.path(path))
    #expect(again.tables.history?.last == history.last)

    // A save by this library keeps the gap and makes no second one.
    var next = read.tables
    append(4, to: &next)
    _ = try DocumentFile.save(next, inPlaceOf: read, at: path)
    #expect(try DocumentFile.read(.path(path)).tables.history?.transactionCount == 5)
  }

  // Spec 11.6-3
  @Test(
    "two gaps in the same records are different transactions, equal contents make equal ones",
    arguments: RoundTripTests.forms)
  func gapsDiffer(form: DocumentForm, encoding: DocumentEncoding) throws {
    let tables = try tables()
    var gaps: [History.Point?] = []
    for title in ["one", "two", "one"] {
      try write(try renamed(tables, 10, title), like: tables, form, encoding)
      let history = try #require(try DocumentFile.read(.path(path)).tables.history)
      let gap = try #require(history.transactions.first { $0.number == 4 })
      #expect(gap.isGap)
      #expect(try History.Transaction(tree: gap.tree) == gap)
      gaps.append(history.last)
    }
    #expect(gaps[0] != gaps[1])
    #expect(gaps[0] == gaps[2])
  }

  /// Writes tables as a program does that keeps the parts of a history without knowing them: their
  /// digests are those of `original`, and no stamp says that the content belongs to them.
  private func write(
    _ tables: Tables, like original: Tables, _ form: DocumentForm, _ encoding: DocumentEncoding
  ) throws {
    var changed = try tables.document(form, encoding)
    let before = try original.document(form, encoding)
    switch form {
    case .flat:
      let text = String(decoding: changed, as: UTF8.self)
      let digests = { (bytes: [UInt8]) -> [String] in
        String(decoding: bytes, as: UTF8.self).matches(of: /[0-9a-f]{64}/).map { String($0.0) }
      }
      var result = text
      for (new, old) in zip(digests(changed), digests(before)) where new != old {
        result = result.replacingOccurrences(of: new, with: old)
      }
      changed = Array(result.utf8)
      _ = try directory.write(changed, to: "x.trips")
    case .document:
      var archive = try RebuiltArchive(changed)
      let other = try RebuiltArchive(before)
      let name = "history/state.\(encoding.fileExtension)"
      archive.entries[try archive.index(of: name)] = other.entries[try other.index(of: name)]
      try archive.changeManifest { $0.volatile.history = nil }
      _ = try directory.write(try archive.bytes(), to: "x.trips")
    }
  }

  // Spec 11.6-2
  @Test("a recompressed or converted document has no gap", arguments: RoundTripTests.forms)
  func survives(form: DocumentForm, encoding: DocumentEncoding) throws {
    let tables = try tables()
    _ = try directory.write(try tables.document(.document, .json), to: "x.trips")
    let read = try DocumentFile.read(.path(path)).tables
    _ = try directory.write(try read.document(form, encoding), to: "y.trips")
    let again = try DocumentFile.read(.path(directory.file("y.trips"))).tables
    #expect(again.history?.last == tables.history?.last)
    #expect(again.history?.transactionCount == 3)
  }

  @Test("a pass that keeps a few segments in memory writes no history")
  func passes() throws {
    let tables = try tables()
    _ = try directory.write(try tables.document(.document, .json), to: "x.trips")
    let copy = directory.file("copy.trips")
    let pass = try DocumentPass(.path(path), options: PassOptions())
    _ = try pass.write(
      to: .path(copy), form: .document, options: DocumentWriteOptions(encoding: .json))
    #expect(try DocumentFile.read(.path(copy)).tables.history == nil)
    #expect(try DocumentFile.summary(.path(copy)).header.history == nil)
  }

  @Test("transactions that name more objects than fit in memory are refused")
  func hostileKeys() throws {
    var tables = try SampleTables.small()
    tables.history = History(document: tables.documentID, lineage: 9, policy: HistoryPolicy(.names))
    var keys = HistoryKeys()
    keys.append(1)
    let schema = tables.schema
    let transaction = History.Transaction(
      time: 0, schema: schema.modelFingerprint(),
      groups: [.init(.insert, entity: "Item", keys: keys)])
    tables.history?.append(transaction, of: schema)
    let text = String(decoding: try tables.document(.flat, .json), as: UTF8.self)
    let hostile = text.replacingOccurrences(
      of: #""keys":[1]"#, with: #""keys":[[1,9000000000000000]]"#)
    #expect(hostile != text)
    _ = try directory.write(Array(hostile.utf8), to: "x.trips")
    let error = #expect(throws: DocumentError.self) { try DocumentFile.read(.path(path)) }
    #expect(error?.code == .limitExpanded)
  }
}
