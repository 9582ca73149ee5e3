import DocumentData
import Foundation
import Testing

@Suite("Getters, coders and files that do what they should not")
struct ReentrancyTests {
  /// What the getter of a computed property does beside giving a value.
  enum Hook {
    @TaskLocal static var body: (@Sendable (Int) -> Void)?
  }

  @Model class Guest {
    var number: Int
    init(number: Int) { self.number = number }

    var rank: Int {
      Hook.body?(number)
      return number
    }
  }

  enum Deed: CaseIterable { case insert, delete, save, rollback, fetch, deleteAll, erase }

  @Test(
    "A getter that a fetch calls may change, save, drop and erase what is fetched",
    arguments: Deed.allCases)
  func getters(_ deed: Deed) throws {
    for round in 0..<5 {
      let container = try ModelContainer(
        for: Guest.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      let context = ModelContext(container)
      for number in 0..<40 { context.insert(Guest(number: 40 - number)) }
      try context.save()
      for guest in try context.all(Guest.self).prefix(5) { guest.number += 100 }
      nonisolated(unsafe) let unsafeContext = context
      nonisolated(unsafe) var calls = 0
      let body: @Sendable (Int) -> Void = { number in
        calls += 1
        guard calls < 300 else { return }
        switch deed {
        case .insert: unsafeContext.insert(Guest(number: 0))
        case .delete, .save:
          let found = try? unsafeContext.fetch(
            FetchDescriptor<Guest>(predicate: #Predicate { $0.number == number }))
          for guest in found ?? [] {
            if deed == .delete { unsafeContext.delete(guest) } else { guest.number += 1 }
          }
          try? unsafeContext.save()
        case .rollback: unsafeContext.rollback()
        case .fetch: _ = try? unsafeContext.all(Guest.self)
        case .deleteAll:
          if calls == 10 {
            try? unsafeContext.delete(model: Guest.self)
            try? unsafeContext.save()
          }
        case .erase: if calls == 10 { try? container.erase() }
        }
      }
      try Hook.$body.withValue(body) {
        let filter = #Predicate<Guest> { $0.rank > 3 }
        let order = [SortDescriptor(\Guest.rank)]
        switch round {
        case 0: _ = try context.fetch(FetchDescriptor(predicate: filter))
        case 1: _ = try context.fetch(FetchDescriptor(sortBy: order))
        case 2: _ = try context.fetchCount(FetchDescriptor(predicate: filter))
        case 3:
          let found = try context.fetch(
            FetchDescriptor(predicate: filter, sortBy: order), batchSize: 3)
          #expect(found.map(\.number).count == found.count)
        default:
          try context.enumerate(
            FetchDescriptor(predicate: filter, sortBy: order), batchSize: 3,
            allowEscapingMutations: true
          ) { _ = $0.number }
        }
      }
      #expect(calls > 0)
      context.rollback()
      let fresh = ModelContext(container)
      #expect(try context.all(Guest.self).count == fresh.all(Guest.self).count)
    }
  }

  struct Moody: Codable, Hashable {
    @TaskLocal static var isRefusing = false
    struct Refusal: Error {}
    var text = "calm"

    init() {}

    init(from decoder: any Decoder) throws {
      if Self.isRefusing { throw Refusal() }
      text = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      if Self.isRefusing { throw Refusal() }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  @Model class Patient {
    var name = ""
    var mood = Moody()
    init() {}
  }

  @Test("A value whose coding changes its mind reads as its default, and nothing saved is lost")
  func moody() throws {
    let container = try ModelContainer(
      for: Patient.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let patient = Patient()
    patient.mood.text = "cross"
    context.insert(patient)
    try context.save()
    try Moody.$isRefusing.withValue(true) {
      #expect(patient.mood.text == "calm")
      patient.mood = Moody()
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      context.rollback()
      patient.name = "Al"
      try context.save()
    }
    #expect(patient.mood.text == "cross")
    #expect(try ModelContext(container).only(Patient.self).mood.text == "cross")
  }

  @Test("A pipe in the place of a document is refused, not waited for")
  func pipe() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("pipe-\(UUID().uuidString)")
    try #require(mkfifo(url.path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(at: url) }
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(for: Patient.self, configurations: ModelConfiguration(url: url))
    }
    #expect(error?.explanation.contains("pipe") == true)
  }
}
