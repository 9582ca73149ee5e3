import DocumentData
import DocumentTables
import Testing

@Suite("Random edits with undo")
struct RandomUndoTests {
  /// One random edit, with every kind of relationship.
  static func edit(_ context: ModelContext, _ choices: inout RandomChoices) throws {
    let authors = try context.all(Library.Author.self)
    let books = try context.all(Library.Book.self)
    let tags = try context.all(Library.Tag.self)
    let citizens = try context.all(Library.Citizen.self)
    let passports = try context.all(Library.Passport.self)
    let people = try context.all(Library.Person.self)
    let folders = try context.all(Library.Folder.self)
    let pages = try context.all(Library.Page.self)
    let desks = try context.all(Library.Desk.self)
    let drawers = try context.all(Library.Drawer.self)
    let lists = try context.all(Library.Playlist.self)
    let profiles = try context.all(Library.Profile.self)
    let number = choices.number(below: 1_000_000)
    let isNil = choices.number(below: 3) == 0
    switch choices.number(below: 30) {
    case 0: context.insert(Library.Author(name: "a\(number)"))
    case 1:
      let book = Library.Book(title: "\(number)")
      book.author = isNil ? nil : choices.one(of: authors)
      book.tags = choices.some(of: tags)
      context.insert(book)
    case 2: context.insert(Library.Tag(name: "\(number)"))
    case 3: context.insert(Library.Citizen(name: "c"))
    case 4: context.insert(Library.Passport(number: number))
    case 5: context.insert(Library.Person(name: "p"))
    case 6: context.insert(Library.Folder())
    case 7: context.insert(Library.Page())
    case 8: choices.one(of: authors)?.books = choices.some(of: books)
    case 9: choices.one(of: books)?.author = isNil ? nil : choices.one(of: authors)
    case 10: choices.one(of: books)?.tags = choices.some(of: tags)
    case 11: choices.one(of: tags)?.books = choices.some(of: books)
    case 12: choices.one(of: citizens)?.passport = isNil ? nil : choices.one(of: passports)
    case 13: choices.one(of: passports)?.owner = isNil ? nil : choices.one(of: citizens)
    case 14: choices.one(of: people)?.spouse = isNil ? nil : choices.one(of: people)
    case 15: choices.one(of: people)?.friends = choices.some(of: people)
    case 16: choices.one(of: folders)?.pages = isNil ? nil : choices.some(of: pages)
    case 17: choices.one(of: pages)?.folder = isNil ? nil : choices.one(of: folders)
    case 18: choices.one(of: tags)?.name = "\(number)"
    case 19:
      let desk = Library.Desk()
      context.insert(Library.Drawer(desk: desk))
      choices.one(of: drawers)?.desk = desk
    case 20:
      let note = Library.Note(text: "n")
      note.book = choices.one(of: books)
      note.tag = choices.one(of: tags)
      context.insert(note)
    case 21:
      let list = Library.Playlist()
      list.books = choices.some(of: books)
      context.insert(list)
    case 22: choices.one(of: lists)?.books = choices.some(of: books)
    case 23: choices.one(of: authors)?.motto = isNil ? nil : "\(number)"
    case 24:
      context.insert(Library.Profile(mood: .calm, place: .init(street: "\(number)")))
    case 25:
      let profile = choices.one(of: profiles)
      profile?.mood = isNil ? .cross : .calm
      profile?.place.floor = number
      profile?.clicks = number
      profile?.former = [.init(street: "f")]
    case 26:
      if let drawer = choices.one(of: drawers), let desk = choices.one(of: desks) {
        drawer.desk = desk
      }
    default:
      let all: [any PersistentModel] =
        authors + books + tags + citizens + passports + people + folders + pages + desks
        + drawers + lists + profiles
      if let object = choices.one(of: all) { context.delete(object) }
    }
  }

  /// After any number of undos and redos, across saves, the context says what it said at that
  /// point, the order of every list included, and the objects are the same.
  @Test("undo and redo lead to exactly what was, across saves", arguments: 0..<20 as Range<UInt64>)
  func exact(seed: UInt64) throws {
    var choices = RandomChoices(seed: seed)
    let container = try Library.container()
    let context = ModelContext(container)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    var past: [LibrarySnapshot] = []
    var future: [LibrarySnapshot] = []
    var current = try LibrarySnapshot(context)
    for step in 0..<150 {
      switch choices.number(below: 10) {
      case 0..<5:
        manager.beginUndoGrouping()
        for _ in 0...choices.number(below: 4) { try Self.edit(context, &choices) }
        manager.endUndoGrouping()
        let next = try LibrarySnapshot(context)
        if manager.undoCount > past.count {
          past.append(current)
          future = []
        } else {
          // Edits that came to nothing leave no action.
          #expect(next == current, "\(seed), \(step): \(next.difference(from: current))")
        }
        current = next
      case 5, 6:
        manager.undo()
        guard let before = past.popLast() else { break }
        future.append(current)
        current = try LibrarySnapshot(context)
        #expect(current == before, "undo \(seed), \(step): \(current.difference(from: before))")
      case 7:
        manager.redo()
        guard let after = future.popLast() else { break }
        past.append(current)
        current = try LibrarySnapshot(context)
        #expect(current == after, "redo \(seed), \(step): \(current.difference(from: after))")
      case 8:
        try context.save()
        let saved = try LibrarySnapshot(context)
        #expect(saved == current, "save \(seed), \(step): \(saved.difference(from: current))")
        #expect(try LibrarySnapshot(ModelContext(container)) == current, "stored \(seed), \(step)")
      default:
        guard choices.number(below: 4) == 0 else { break }
        context.rollback()
        current = try LibrarySnapshot(context)
        past = []
        future = []
        #expect(!manager.canUndo && !manager.canRedo)
      }
      #expect(manager.undoCount == past.count, "\(seed), \(step)")
      let findings = TablesCheck.findings(container.store.current.tables, limit: 1)
      #expect(findings.isEmpty, "\(seed), \(step): \(findings.map(\.detail))")
    }
    while manager.canUndo {
      manager.undo()
      let before = past.popLast()
      current = try LibrarySnapshot(context)
      #expect(current == before)
    }
  }
}
