import DocumentData
import Foundation
import Testing

@Suite("Deleting history")
struct HistoryDeletionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("removes the transactions that a fetch would return, from the file too, and no object")
  func removal() throws {
    let file = folder.file("a.trips")
    do {
      let context = ModelContext(try Voyage.container(at: file))
      for index in 0..<5 { try context.saveEntry("\(index)") }
      let token = try context.history()[2].token
      let before = HistoryDescriptor<DefaultHistoryTransaction>(
        predicate: #Predicate { $0.token < token })
      try context.deleteHistory(before)
      #expect(try context.history().map(\.transactionIdentifier) == [3, 4, 5])
      // A second time there is nothing to remove.
      try context.deleteHistory(before)
    }
    let context = ModelContext(try Voyage.container(at: file))
    #expect(try context.history().map(\.transactionIdentifier) == [3, 4, 5])
    #expect(try context.fetchCount(FetchDescriptor<Voyage.Entry>()) == 5)
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    descriptor.sortBy = [SortDescriptor(\.transactionIdentifier, order: .reverse)]
    descriptor.fetchLimit = 1
    try context.deleteHistory(descriptor)
    #expect(try context.history().map(\.transactionIdentifier) == [3, 4])
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try context.history().isEmpty)
    try context.saveEntry()
    #expect(try context.history().map(\.transactionIdentifier) == [6])
  }

  @Test("an expired token may still say what to delete")
  func expired() throws {
    let context = ModelContext(try Voyage.container())
    for _ in 0..<4 { try context.saveEntry() }
    let all = try context.history()
    let (early, late) = (all[0].token, all[2].token)
    try context.deleteHistory(.documents(#Predicate { $0.token <= late }))
    try context.deleteHistory(.documents(#Predicate { $0.token <= early }))
    #expect(try context.history().map(\.transactionIdentifier) == [4])
  }

  @Test("the token of the last transaction is valid even if later ones were removed")
  func laterRemoved() throws {
    let context = ModelContext(try Voyage.container())
    for _ in 0..<3 { try context.saveEntry() }
    let old = try context.history()[1].token
    try context.deleteHistory(.documents(#Predicate { $0.transactionIdentifier == 3 }))
    let token = try #require(try context.history().last?.token)
    #expect(try context.history(after: token).isEmpty)
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: old) }
    try context.saveEntry()
    #expect(try context.history(after: token).map(\.transactionIdentifier) == [4])
  }

  @Test("the token of a deleted transaction is valid, and those before it are not")
  func ownTransaction() throws {
    let context = ModelContext(try Voyage.container())
    for author in ["app", "inbound", "app"] {
      context.author = author
      try context.saveEntry()
    }
    let all = try context.history()
    let (first, second) = (all[0].token, all[1].token)
    try context.deleteHistory(.documents(#Predicate { $0.author == "inbound" }))
    #expect(try context.history(after: second).map(\.transactionIdentifier) == [3])
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: first) }
  }

  @Test("a store that may not be written keeps its history")
  func readOnly() throws {
    let file = folder.file("a.trips")
    try ModelContext(try Voyage.container(at: file)).saveEntry()
    let context = ModelContext(
      try ModelContainer(
        for: Schema(Voyage.models),
        configurations: ModelConfiguration(url: file, allowsSave: false)))
    #expect(throws: SwiftDataError.readOnlyStore) {
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
    #expect(try context.history().count == 1)
  }
}
