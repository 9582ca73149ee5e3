import Foundation
import Testing

@testable import DocumentData

@Suite("The history policy of a container")
struct HistoryPolicyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private typealias Policy = ModelConfiguration.HistoryPolicy

  private func context(_ name: String, _ policy: Policy? = nil) throws -> ModelContext {
    ModelContext(try Voyage.container(at: folder.file(name), policy))
  }

  private func numbers(_ context: ModelContext) throws -> [Int64] {
    try context.history().map(\.transactionIdentifier)
  }

  @Test("the container that was opened last with a policy sets it for all that share the file")
  func sharedFile() throws {
    let first = try context("a.trips", .names())
    for _ in 0..<2 { try first.saveEntry() }
    let second = try context("a.trips", .names(transactions: 1))
    #expect(second.container.store === first.container.store)
    #expect(try numbers(first) == [2])
    try first.saveEntry()
    #expect(try numbers(second) == [3])
    // A container that states no policy keeps it.
    let third = try context("a.trips")
    try third.saveEntry()
    #expect(try numbers(first) == [4])
    // The same policy again begins no other history.
    let token = try #require(try first.history().last?.token)
    _ = try context("a.trips", .names(transactions: 1))
    #expect(try first.history(after: token).isEmpty)
    try context("a.trips", .nothing).saveEntry()
    #expect(try numbers(first).isEmpty)
  }

  // Spec 11.2-1
  @Test("the file states the policy for later openings, once it is saved")
  func laterOpenings() throws {
    do {
      let context = try context("a.trips", .names(transactions: 2))
      for _ in 0..<3 { try context.saveEntry() }
    }
    let later = try context("a.trips")
    try later.saveEntry()
    #expect(try numbers(later) == [3, 4])
  }

  @Test("a container that may not save sets no policy")
  func readOnly() throws {
    let file = folder.file("a.trips")
    let first = try context("a.trips")
    try first.saveEntry()
    var configuration = ModelConfiguration(url: file, allowsSave: false)
    configuration.history = .nothing
    let reader = ModelContext(
      try ModelContainer(for: Schema(Voyage.models), configurations: configuration))
    #expect(try numbers(reader) == [1])
    #expect(try numbers(first) == [1])
  }

  @Test("a policy counts on after another program has saved the file, whose policy is another one")
  func otherProgram() throws {
    let file = folder.file("a.json")
    do { try context("a.json").saveEntry("first") }
    let context = try context("a.json", .nothing)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("first"))
    try Data(text.replacingOccurrences(of: "first", with: "other").utf8)
      .write(to: file, options: .atomic)
    #expect(try context.container.store.adopt())
    #expect(try numbers(context).isEmpty)
    try context.saveEntry()
    #expect(try numbers(context).isEmpty)
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("lineage"))
  }
}
