import DocumentData
import DocumentTables
import Testing

/// A small generator with a seed.
private struct Dice {
  var state: UInt64

  mutating func roll(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, count)))
  }
}

@Suite("Random edits")
struct RandomEditsTests {
  /// Two contexts edit, delete, save and roll back at random; what a save may refuse is allowed, a
  /// document that breaks a rule is not.
  @Test(
    "leave a valid document after every save, and ends that agree",
    arguments: 0..<30 as Range<UInt64>)
  func randomEdits(seed: UInt64) throws {
    var dice = Dice(state: seed &* 977 &+ 1)
    let container = try Library.container()
    let contexts = [ModelContext(container), ModelContext(container)]
    for _ in 0..<120 {
      let context = contexts[dice.roll(2)]
      switch dice.roll(14) {
      case 0, 1: try save(context)
      case 2: context.rollback()
      default: try edit(context, &dice)
      }
      try check(context)
      let findings = TablesCheck.findings(container.store.current.tables, limit: 1)
      #expect(findings.isEmpty, "\(findings.map(\.detail))")
    }
    for context in contexts { try save(context) }
    for context in contexts { try check(context) }
    let dumps = try contexts.map { try $0.all(Library.Book.self).map { describe($0) } }
    #expect(dumps[0] == dumps[1])
  }

  private func save(_ context: ModelContext) throws {
    do {
      try context.save()
    } catch SwiftDataError.concurrentDeletion, SwiftDataError.modelValidationFailure {
      context.rollback()
    }
  }

  private func edit(_ context: ModelContext, _ dice: inout Dice) throws {
    let authors = try context.all(Library.Author.self)
    let books = try context.all(Library.Book.self)
    let tags = try context.all(Library.Tag.self)
    let citizens = try context.all(Library.Citizen.self)
    let passports = try context.all(Library.Passport.self)
    let people = try context.all(Library.Person.self)
    let folders = try context.all(Library.Folder.self)
    let pages = try context.all(Library.Page.self)
    let drawers = try context.all(Library.Drawer.self)
    func pick<T>(_ list: [T]) -> T? { list.isEmpty ? nil : list[dice.roll(list.count)] }
    func some<T>(_ list: [T]) -> [T] {
      var rest = list
      return (0..<dice.roll(4)).compactMap { _ in
        rest.isEmpty ? nil : rest.remove(at: dice.roll(rest.count))
      }
    }
    switch dice.roll(22) {
    case 0: context.insert(Library.Author(name: "a"))
    case 1: context.insert(Library.Book(title: "\(dice.roll(100))"))
    case 2: context.insert(Library.Tag(name: "\(dice.roll(5))"))
    case 3: context.insert(Library.Citizen(name: "c"))
    case 4: context.insert(Library.Passport(number: dice.roll(9)))
    case 5: context.insert(Library.Person(name: "p"))
    case 6: context.insert(Library.Folder())
    case 7: context.insert(Library.Page())
    case 8: pick(authors)?.books = some(books)
    case 9: pick(books)?.author = pick(authors)
    case 10: pick(books)?.tags = some(tags)
    case 11: pick(tags)?.books = some(books)
    case 12: pick(citizens)?.passport = pick(passports)
    case 13: pick(passports)?.owner = dice.roll(3) == 0 ? nil : pick(citizens)
    case 14: pick(people)?.spouse = dice.roll(3) == 0 ? nil : pick(people)
    case 15: pick(people)?.friends = some(people)
    case 16: pick(folders)?.pages = dice.roll(3) == 0 ? nil : some(pages)
    case 17: pick(pages)?.folder = dice.roll(3) == 0 ? nil : pick(folders)
    case 18: pick(tags)?.name = "\(dice.roll(5))"
    case 19:
      let desk = Library.Desk()
      context.insert(Library.Drawer(desk: desk))
      pick(drawers)?.desk = desk
    case 20:
      let note = Library.Note(text: "n")
      note.book = pick(books)
      note.tag = pick(tags)
      context.insert(note)
      let list = Library.Playlist()
      list.books = some(books)
      context.insert(list)
    default:
      let all: [any PersistentModel] =
        authors + books + tags + citizens + passports + people + folders + pages + drawers
        + (try context.all(Library.Desk.self)) as [any PersistentModel]
      if let object = pick(all) { context.delete(object) }
    }
  }

  /// Each end of each relationship says what the other says.
  private func check(_ context: ModelContext) throws {
    for book in try context.all(Library.Book.self) {
      if let author = book.author { #expect(author.books.contains(book)) }
      #expect(book.tags.allSatisfy { $0.books.contains(book) })
    }
    for author in try context.all(Library.Author.self) {
      #expect(author.books.allSatisfy { $0.author === author })
    }
    for tag in try context.all(Library.Tag.self) {
      #expect(tag.books.allSatisfy { $0.tags.contains(tag) })
    }
    for citizen in try context.all(Library.Citizen.self) {
      if let passport = citizen.passport { #expect(passport.owner === citizen) }
    }
    for passport in try context.all(Library.Passport.self) {
      if let owner = passport.owner { #expect(owner.passport === passport) }
    }
    for person in try context.all(Library.Person.self) {
      if let spouse = person.spouse { #expect(spouse.spouse === person) }
      #expect(person.friends.allSatisfy { $0.friends.contains(person) })
    }
    for folder in try context.all(Library.Folder.self) {
      #expect((folder.pages ?? []).allSatisfy { $0.folder === folder })
    }
    for drawer in try context.all(Library.Drawer.self) {
      #expect(drawer.desk.drawers.contains(drawer))
    }
  }

  private func describe(_ book: Library.Book) -> String {
    let tags = book.tags.map(\.name).joined(separator: ",")
    return "\(book.persistentModelID.id) \(book.title) \(book.author?.name ?? "-") \(tags)"
  }
}
