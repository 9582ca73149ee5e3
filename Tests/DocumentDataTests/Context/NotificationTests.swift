import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Notifications of a context")
struct NotificationTests {
  typealias Author = Library.Author
  typealias Tag = Library.Tag
  typealias Key = ModelContext.NotificationKey

  private final class Seen: @unchecked Sendable {
    var notifications: [Notification] = []

    func identifiers(_ key: Key, at index: Int = 0) -> [PersistentIdentifier]? {
      guard notifications.indices.contains(index) else { return nil }
      return notifications[index].userInfo?[key.rawValue] as? [PersistentIdentifier]
    }
  }

  private func observe(
    _ name: Notification.Name, of object: AnyObject?, _ body: ((Notification) -> Void)? = nil
  ) -> (seen: Seen, token: any NSObjectProtocol) {
    let seen = Seen()
    nonisolated(unsafe) let body = body
    let token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
      seen.notifications.append($0)
      body?($0)
    }
    return (seen, token)
  }

  @Test("didSave names what became part of the store: inserted, updated, deleted, in order")
  func saved() throws {
    let context = try Library.context()
    let kept = Author(name: "k")
    let gone = Author(name: "g")
    let same = Author(name: "s")
    for author in [kept, gone, same] { context.insert(author) }
    try context.save()
    let (seen, token) = observe(ModelContext.didSave, of: context)
    defer { NotificationCenter.default.removeObserver(token) }
    let new = [Author(name: "1"), Author(name: "2")]
    for author in new { context.insert(author) }
    kept.name = "x"
    same.name = "t"
    same.name = "s"
    context.delete(gone)
    let identifier = gone.persistentModelID
    try context.save()
    #expect(seen.notifications.count == 1)
    #expect(seen.identifiers(.insertedIdentifiers) == new.map(\.persistentModelID))
    #expect(seen.identifiers(.updatedIdentifiers) == [kept.persistentModelID])
    #expect(seen.identifiers(.deletedIdentifiers) == [identifier])
    #expect(seen.notifications[0].userInfo?[Key.queryGeneration.rawValue] as? Int == 2)
    // Apple's example reads the user information by the key itself.
    #expect(seen.notifications[0].userInfo?[Key.queryGeneration] as? Int == 2)
  }

  @Test("didSave names the older object where an upsert has made two one")
  func upsert() throws {
    let context = try Library.context()
    let old = Tag(name: "n")
    context.insert(old)
    try context.save()
    let (seen, token) = observe(ModelContext.didSave, of: context)
    defer { NotificationCenter.default.removeObserver(token) }
    let new = Tag(name: "n")
    new.colour = "c"
    context.insert(new)
    try context.save()
    #expect(seen.identifiers(.insertedIdentifiers) == [])
    #expect(seen.identifiers(.updatedIdentifiers) == [old.persistentModelID])
  }

  @Test("what observers of willSave insert is saved too, and they may call save")
  func willSave() throws {
    let context = try Library.context()
    let (seen, token) = observe(ModelContext.willSave, of: context) { _ in
      if (try? context.all(Author.self).count) ?? 0 < 3 { context.insert(Author(name: "more")) }
      try? context.save()
    }
    defer { NotificationCenter.default.removeObserver(token) }
    context.insert(Author(name: "a"))
    try context.save()
    #expect(seen.notifications.count == 1)
    #expect(!context.hasChanges)
    #expect(try context.all(Author.self).count == 2)
  }

  @Test("an observer of willSave may roll back")
  func rollbackInWillSave() throws {
    let context = try Library.context()
    let (_, token) = observe(ModelContext.willSave, of: context) { _ in context.rollback() }
    defer { NotificationCenter.default.removeObserver(token) }
    context.insert(Author(name: "a"))
    try context.save()
    #expect(try context.all(Author.self).isEmpty)
  }

  @Test("an observer of didSave may fetch, change and save")
  func didSave() throws {
    let context = try Library.context()
    let (seen, token) = observe(ModelContext.didSave, of: context) { _ in
      guard let author = try? context.only(Author.self), author.motto == nil else { return }
      author.motto = "m"
      try? context.save()
    }
    defer { NotificationCenter.default.removeObserver(token) }
    context.insert(Author(name: "a"))
    try context.save()
    #expect(seen.notifications.count == 2)
    #expect(!context.hasChanges)
  }

  @Test("unsaved changes of a context that goes away are told of")
  func discarded() throws {
    let container = try Library.container()
    let (seen, token) = observe(ModelContext.didDiscardChanges, of: container)
    defer { NotificationCenter.default.removeObserver(token) }
    var identifiers: [PersistentIdentifier] = []
    do {
      let context = ModelContext(container)
      let kept = Author(name: "k")
      let gone = Author(name: "g")
      context.insert(kept)
      context.insert(gone)
      try context.save()
      let new = Author(name: "n")
      context.insert(new)
      kept.name = "x"
      context.delete(gone)
      identifiers = [new, kept, gone].map(\.persistentModelID)
    }
    #expect(seen.notifications.count == 1)
    #expect(seen.identifiers(.insertedIdentifiers) == [identifiers[0]])
    #expect(seen.identifiers(.updatedIdentifiers) == [identifiers[1]])
    #expect(seen.identifiers(.deletedIdentifiers) == [identifiers[2]])
    do {
      let context = ModelContext(container)
      context.insert(Author(name: "n"))
      try context.save()
    }
    #expect(seen.notifications.count == 1)
  }

  @Test("a context made on the main actor saves by itself if asked to, and once for all changes")
  @MainActor func autosave() async throws {
    let container = try Library.container()
    let context = ModelContext(container)
    context.autosaveEnabled = true
    let (seen, token) = observe(ModelContext.didSave, of: context)
    defer { NotificationCenter.default.removeObserver(token) }
    for number in 0..<10 { context.insert(Author(name: "\(number)")) }
    for _ in 0..<2000 where context.hasChanges { try await Task.sleep(for: .milliseconds(1)) }
    #expect(seen.notifications.count == 1)
    #expect(seen.identifiers(.insertedIdentifiers)?.count == 10)
    context.autosaveEnabled = false
    context.insert(Author(name: "a"))
    context.autosaveEnabled = true
    for _ in 0..<2000 where context.hasChanges { try await Task.sleep(for: .milliseconds(1)) }
    #expect(!context.hasChanges)
  }

  @Test("a context elsewhere does not save by itself")
  func noAutosave() async throws {
    let container = try Library.container()
    let context = ModelContext(container)
    context.autosaveEnabled = true
    context.insert(Author(name: "a"))
    await MainActor.run {}
    await MainActor.run {}
    #expect(context.hasChanges)
  }
}
