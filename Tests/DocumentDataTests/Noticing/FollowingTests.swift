import DocumentFile
import DocumentTables
import Foundation
import Observation
import Testing

@testable import DocumentData

/// The notifications of one name that a container posts, for tests that wait for the next one.
private final class Posts: Sendable {
  private let stream: AsyncStream<Void>
  private nonisolated(unsafe) let token: any NSObjectProtocol
  private static let center = NotificationCenter.default

  init(_ name: Notification.Name, of container: ModelContainer) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    token = Self.center.addObserver(forName: name, object: container, queue: nil) { _ in
      continuation.yield()
    }
  }

  deinit { Self.center.removeObserver(token) }

  /// Waits for the next one; false if none came in time.
  func next(within limit: Duration = .seconds(20)) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { [stream] in
        for await _ in stream { return true }
        return false
      }
      group.addTask {
        try? await Task.sleep(for: limit)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }
}

@Suite("A container over a file that another process saves")
struct FollowingTests {
  typealias Ship = Fleet.Ship

  let folder: TemporaryFolder
  let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("fleet.store")
    let context = ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
    context.insert(Ship("a"))
    try context.save()
  }

  private func open(
    _ following: ModelConfiguration.FileFollowing = .automatic
  ) throws -> ModelContainer {
    try ModelContainer.ofOwnProcess(Fleet.models, at: url) { $0.fileFollowing = following }
  }

  private func noticing(_ container: ModelContainer) throws -> ModelContainer.Noticing {
    container.noticing(try #require(container.configurations.first))
  }

  @Test("announces a save of the other process, and then has its objects")
  func announcement() async throws {
    let container = try open(.always)
    #expect(try noticing(container) == .events)
    let posts = Posts(ModelContainer.remoteChange, of: container)
    let theirs = ModelContext(try open())
    for number in 0..<3 {
      theirs.insert(Ship("t\(number)"))
      try theirs.save()
      #expect(await posts.next())
      #expect(container.store.current.tables.rowCount == number + 2)
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Ship>()) == 4)
  }

  @Test("hears only at its own save what no context of it follows, or what it must not follow")
  func atSave() throws {
    for following in [ModelConfiguration.FileFollowing.automatic, .never] {
      let container = try open(following)
      #expect(try noticing(container) == .atSave)
      let context = ModelContext(container)
      _ = try context.ship("a")
      #expect(try noticing(container) == .atSave)
    }
  }

  @Test("follows for the main context, for automatic saves and for results", arguments: 0..<3)
  @MainActor func followers(kind: Int) throws {
    for following in [ModelConfiguration.FileFollowing.automatic, .never] {
      let container = try open(following)
      var held: Any?
      switch kind {
      case 0: held = container.mainContext
      case 1:
        let context = ModelContext(container)
        context.autosaveEnabled = true
        held = context
      default: held = try ResultsObserver<Ship, Never>(modelContainer: container)
      }
      #expect(try noticing(container) == (following == .never ? .atSave : .events))
      withExtendedLifetime(held) {}
    }
  }

  @Test("an observed object of the main context changes by itself")
  @MainActor func observation() async throws {
    let container = try open()
    let ship = try container.mainContext.ship("a")
    let theirs = ModelContext(try open())
    try theirs.ship("a").title = "theirs"
    try theirs.save()
    while ship.title != "theirs" {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        withObservationTracking {
          _ = ship.title
        } onChange: {
          continuation.resume()
        }
      }
      await Task.yield()
    }
    #expect(!container.mainContext.hasChanges)
  }

  @Test("observed results follow")
  @MainActor func results() async throws {
    let observer = try ResultsObserver<Ship, Never>(
      sortBy: [SortDescriptor(\.code)], modelContainer: open())
    #expect(observer.results.map(\.code) == ["a"])
    let theirs = ModelContext(try open())
    theirs.insert(Ship("t"))
    try theirs.save()
    while observer.results.count < 2 {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        withObservationTracking {
          _ = observer.results
        } onChange: {
          continuation.resume()
        }
      }
    }
    #expect(observer.results.map(\.code) == ["a", "t"])
    #expect(observer.fetchError == nil)
  }

  @Test("the containers of one process announce each other's saves, and not their own")
  func containers() async throws {
    let schema = Schema(Fleet.models)
    let containers = try (0..<2).map { _ in
      try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
    }
    let posts = containers.map { Posts(ModelContainer.remoteChange, of: $0) }
    let first = ModelContext(containers[0])
    first.insert(Ship("b"))
    try first.save()
    #expect(await posts[1].next())
    let second = ModelContext(containers[1])
    second.insert(Ship("c"))
    try second.save()
    // The first notification that this container posts is of the other's save.
    #expect(await posts[0].next())
    #expect(await !posts[0].next(within: .zero))
  }

  @Test("a file that cannot be read is reported, and followed again once it can")
  func damaged() async throws {
    let container = try open(.always)
    let failures = Posts(ModelContainer.didFailToFollow, of: container)
    let changes = Posts(ModelContainer.remoteChange, of: container)
    let theirs = ModelContext(try open())
    theirs.insert(Ship("t"))
    try theirs.save()
    #expect(await changes.next())
    let whole = try Data(contentsOf: url)
    try Data("no document".utf8).write(to: url, options: .atomic)
    #expect(await failures.next())
    let context = ModelContext(container)
    context.insert(Ship("m"))
    #expect(throws: SwiftDataError.saveFailure) { try context.save() }
    #expect(try context.fetchCount(FetchDescriptor<Ship>()) == 3)
    try FileManager.default.removeItem(at: url)
    #expect(throws: SwiftDataError.saveFailure) { try context.save() }
    try whole.write(to: url)
    try context.save()
    theirs.insert(Ship("again"))
    try theirs.save()
    #expect(await changes.next())
    #expect(container.store.current.tables.rowCount == 4)
  }

  @Test("another container of the process opens the changed file in the same store")
  func sharing() throws {
    let schema = Schema(Fleet.models)
    func shared() throws -> ModelContainer {
      try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
    }
    let first = try shared()
    let theirs = ModelContext(try open())
    theirs.insert(Ship("t"))
    try theirs.save()
    let second = try shared()
    #expect(first.store === second.store)
    #expect(try ModelContext(first).fetchCount(FetchDescriptor<Ship>()) == 2)
  }
}

@Suite("Another program that saves another version of the schema")
struct OtherVersionTests {
  @Test("the plan migrates what it has saved")
  func older() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("colours.store")
    let old = ModelContext(try ModelContainer.ofOwnProcess([PaletteV1.Colour.self], at: url))
    old.insert(PaletteV1.Colour(name: "red"))
    try old.save()
    let mine = ModelContext(
      try ModelContainer.ofOwnProcess([Colour.self], at: url, migrationPlan: PalettePlan.self))
    old.insert(PaletteV1.Colour(name: "green"))
    try old.save()
    mine.insert(Colour(fullName: "blue"))
    try mine.save()
    let names = try mine.fetch(FetchDescriptor<Colour>(sortBy: [SortDescriptor(\.fullName)]))
      .map(\.fullName)
    #expect(names == ["blue", "green!", "red!"])
    // Without a plan, the older program must not drop what it does not know.
    old.insert(PaletteV1.Colour(name: "grey"))
    let error = #expect(throws: SwiftDataError.saveFailure) { try old.save() }
    #expect(error?.explanation.contains("another schema") == true)
    #expect(try DocumentFile.read(.path(url.path)).tables.rowCount == 3)
  }
}
