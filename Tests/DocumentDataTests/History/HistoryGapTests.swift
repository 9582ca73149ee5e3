import Foundation
import Testing

@testable import DocumentData

@Suite("Saves of programs that record nothing")
struct HistoryGapTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("voyage.json")
  }

  private func context() throws -> ModelContext {
    ModelContext(try Voyage.container(at: file, .values()))
  }

  /// Changes the text of the file, as an editor does.
  private func edit(_ old: String, _ new: String) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let changed = text.replacingOccurrences(of: old, with: new)
    #expect(changed != text)
    try Data(changed.utf8).write(to: file, options: .atomic)
  }

  // Spec 11.6-1, 11.6-3
  @Test("a container that has the file open names the objects, and keeps the ranges in the file")
  func objects() throws {
    var token: DefaultHistoryToken?
    do {
      let context = try context()
      let ship = Voyage.Ship(name: "Ark")
      context.insert(ship)
      try context.save()
      try edit(#""Ark""#, #""Argo""#)
      #expect(try context.container.store.adopt())
      let gap = try #require(try context.history().last)
      #expect(gap.transactionIdentifier == 2)
      #expect(gap.unknownChanges.isEmpty)
      #expect(gap.words == ["update Ship 1: name"])
      guard case .update(let update as DefaultHistoryUpdate<Voyage.Ship>)? = gap.changes.first
      else { throw CocoaError(.fileNoSuchFile) }
      #expect(update.oldValue(for: \.name) == "Ark")
      #expect(update.newValue(for: \.name) == "Argo")
      token = gap.token
      try context.saveEntry()
      #expect(try context.history().map(\.words.count) == [1, 1, 1])
    }
    // Another process has no rows to compare with.
    let copy = folder.file("copy.json")
    try FileManager.default.copyItem(at: file, to: copy)
    let context = ModelContext(try Voyage.container(at: copy))
    let found = try context.history()
    #expect(found.map(\.transactionIdentifier) == [1, 2, 3])
    #expect(found[1].unknownChanges == ["Ship"])
    #expect(found[1].changes.isEmpty)
    let after = try #require(token)
    #expect(try context.history(after: after).map(\.transactionIdentifier) == [3])
  }

  @Test("a second gap in the same records is not hidden by the token of the first")
  func again() throws {
    do {
      let context = try context()
      context.insert(Voyage.Ship(name: "Ark"))
      try context.save()
    }
    try edit(#""Ark""#, #""Argo""#)
    let token = try #require(try context().history().last?.token)
    #expect(try context().history(after: token).isEmpty)
    try edit(#""Argo""#, #""Alma""#)
    #expect(throws: SwiftDataError.historyTokenExpired) { try context().history(after: token) }
  }

  @Test("an observer counts a gap only for the classes of its objects")
  func observed() throws {
    let context = try context()
    context.insert(Voyage.Ship(name: "Ark"))
    try context.saveEntry("log")
    let ships = try HistoryObserver(
      observedModels: [Voyage.Ship.self], modelContainer: context.container)
    let entries = try HistoryObserver(
      observedModels: [Voyage.Entry.self], modelContainer: context.container)
    try edit(#""Ark""#, #""Argo""#)
    try context.container.store.adopt()
    #expect(ships.eventCounter == 1)
    #expect(entries.eventCounter == 0)
  }
}
