import DocumentData
import Foundation
import Testing

/// The history that the talk on inheritance reads, with rides instead of trips.
@Suite("Reading the history of rides")
struct RideHistoryTests {
  private static let day = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: RidesV4.self),
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func ride(_ name: String) -> RidesV4.Ride {
    RidesV4.Ride(name: name, city: "Oslo", start: Self.day, end: Self.day + 9)
  }

  @Test("an order and a limit find the newest token")
  func newest() throws {
    let context = try context()
    for name in ["lake", "airport"] {
      context.insert(ride(name))
      try context.save()
    }
    var historyDesc = HistoryDescriptor<DefaultHistoryTransaction>()
    historyDesc.sortBy = [.init(\.transactionIdentifier, order: .reverse)]
    historyDesc.fetchLimit = 1
    let transactions = try context.fetchHistory(historyDesc)
    #expect(transactions.last?.token.tokenValue?.values.first == 2)
  }

  @Test("predicates of a token and of changed entities are combined by evaluating both")
  func predicates() throws {
    let context = try context()
    context.insert(ride("lake"))
    try context.save()
    let historyToken = try #require(
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
    context.insert(RideDepot(title: "north"))
    try context.save()
    context.insert(ride("airport"))
    try context.save()
    let tokenPredicate = #Predicate<DefaultHistoryTransaction> { $0.token > historyToken }
    let entityNames = [RidesV4.Ride.self, RidesV4.TaxiRide.self].map { Schema.entityName(for: $0) }
    let changesPredicate = #Predicate<DefaultHistoryTransaction> {
      $0.changes.contains { change in
        entityNames.contains(change.changedPersistentIdentifier.entityName)
      }
    }
    let predicate = #Predicate<DefaultHistoryTransaction> {
      tokenPredicate.evaluate($0) && changesPredicate.evaluate($0)
    }
    let historyDesc = HistoryDescriptor.init(predicate: predicate)
    #expect(try context.fetchHistory(historyDesc).map(\.transactionIdentifier) == [3])

    // The token is found inside the predicates that the predicate evaluates.
    let all = HistoryDescriptor<DefaultHistoryTransaction>()
    try context.deleteHistory(all)
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.fetchHistory(historyDesc) }
  }
}
