import DocumentTables
import Testing

@testable import DocumentData

/// The same random edits through one context, and through a context for each call, leave the same
/// document.
@Suite("Random edits with a context for each call")
struct RandomCallsTests {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Tag = Library.Tag

  /// How an edit finds its objects, and how it hands in those that it has changed.
  private final class Road {
    let container: ModelContainer
    let kept: ModelContext?

    init(keepsContext: Bool) throws {
      container = try Library.container()
      kept = keepsContext ? ModelContext(container) : nil
    }

    func all<T: PersistentModel>(_ type: T.Type) throws -> [T] {
      try (kept ?? ModelContext(container)).all(type)
    }

    func handIn(_ models: [any PersistentModel], removing: Bool = false) throws {
      let context = kept ?? ModelContext(container)
      for model in models {
        if removing { context.delete(model) } else { context.insert(model) }
      }
      try context.save()
    }
  }

  @Test("leave the document that one context leaves", arguments: 0..<40 as Range<UInt64>)
  func sameDocument(seed: UInt64) throws {
    let roads = [try Road(keepsContext: true), try Road(keepsContext: false)]
    for road in roads {
      var choices = RandomChoices(seed: seed)
      for _ in 0..<60 {
        try edit(road, &choices)
        let findings = TablesCheck.findings(road.container.store.current.tables, limit: 1)
        #expect(findings.isEmpty, "\(findings.map(\.detail))")
      }
    }
    let snapshots = try roads.map { try LibrarySnapshot(ModelContext($0.container)) }
    let keys = snapshots.map { snapshot in
      Dictionary(uniqueKeysWithValues: snapshot.objects.map { ($0.key.key, $0.value) })
    }
    #expect(keys[0] == keys[1])
  }

  private func edit(_ road: Road, _ choices: inout RandomChoices) throws {
    func one<T: PersistentModel>(_ type: T.Type) throws -> T? {
      choices.one(of: try road.all(type))
    }
    func some<T: PersistentModel>(_ type: T.Type) throws -> [T] {
      choices.some(of: try road.all(type))
    }
    let number = choices.number(below: 100)
    switch choices.number(below: 17) {
    case 0: try road.handIn([Author(name: "\(number)")])
    case 1, 2: try road.handIn([Book(title: "\(number)")])
    case 3: try road.handIn([Tag(name: "\(number)")])
    case 4: try road.handIn([Library.Citizen(name: "\(number)")])
    case 5: try road.handIn([Library.Passport(number: number)])
    case 6:
      let list = Library.Playlist()
      list.books = try some(Book.self)
      try road.handIn([list])
    case 7:
      guard let author = try one(Author.self) else { return }
      author.books = try some(Book.self)
      author.name = "\(number)"
      try road.handIn([author])
    case 8:
      guard let book = try one(Book.self) else { return }
      book.author = try one(Author.self)
      try road.handIn([book])
    case 9:
      guard let book = try one(Book.self) else { return }
      book.tags = try some(Tag.self)
      book.pages = number
      try road.handIn([book])
    case 10:
      guard let tag = try one(Tag.self) else { return }
      tag.books = try some(Book.self)
      try road.handIn([tag])
    case 11:
      guard let citizen = try one(Library.Citizen.self) else { return }
      citizen.passport = try one(Library.Passport.self)
      try road.handIn([citizen])
    case 12:
      guard let passport = try one(Library.Passport.self) else { return }
      passport.owner = number < 30 ? nil : try one(Library.Citizen.self)
      try road.handIn([passport])
    case 13:
      let folder = try one(Library.Folder.self) ?? Library.Folder()
      folder.pages = number < 30 ? nil : [Library.Page()]
      try road.handIn([folder])
    case 14:
      let drawer = try one(Library.Drawer.self) ?? Library.Drawer(desk: Library.Desk())
      drawer.desk = Library.Desk()
      try road.handIn([drawer])
    case 15:
      guard let list = try one(Library.Playlist.self) else { return }
      list.books = try some(Book.self)
      try road.handIn([list])
    default:
      let all: [any PersistentModel] =
        try road.all(Author.self) + road.all(Book.self) + road.all(Tag.self)
        + road.all(Library.Desk.self) + road.all(Library.Passport.self)
      if let model = choices.one(of: all) { try road.handIn([model], removing: true) }
    }
  }
}
