import DocumentData
import Testing

@Suite("Several contexts on one container")
struct SeveralContextsTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  private func stored(
    _ container: ModelContainer, _ fill: (ModelContext) -> Void
  ) throws -> (ModelContext, ModelContext) {
    let context = ModelContext(container)
    fill(context)
    try context.save()
    return (ModelContext(container), ModelContext(container))
  }

  @Test("edits of different properties both survive, of one property the last")
  func properties() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { $0.insert(Author(name: "n")) }
    let first = try a.only(Author.self)
    let second = try b.only(Author.self)
    first.name = "from a"
    second.motto = "from b"
    try a.save()
    try b.save()
    #expect(second.name == "from a")
    #expect(try a.only(Author.self) === first)
    #expect(first.motto == "from b")
    first.name = "1"
    second.name = "2"
    try a.save()
    try b.save()
    #expect(try ModelContext(container).only(Author.self).name == "2")
  }

  @Test("a Codable property follows another context too")
  func codableProperties() throws {
    typealias Profile = Library.Profile
    let container = try Library.container()
    let a = ModelContext(container)
    let first = Profile(mood: .calm, place: .init(street: "s"))
    a.insert(first)
    try a.save()
    let b = ModelContext(container)
    let second = try b.only(Profile.self)
    second.place.street = "t"
    second.mood = .cross
    try b.save()
    first.scores = ["x": 1]
    try a.save()
    #expect(first.place.street == "t")
    #expect(first.mood == .cross)
    let seen = try ModelContext(container).only(Profile.self)
    #expect(seen.place.street == "t")
    #expect(seen.scores == ["x": 1])
  }

  @Test("an edit of an object that another context deleted throws, and can be rolled back")
  func editOfDeleted() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { $0.insert(Author(name: "n")) }
    let first = try a.only(Author.self)
    b.delete(try b.only(Author.self))
    try b.save()
    first.name = "late"
    let error = #expect(throws: SwiftDataError.concurrentDeletion) { try a.save() }
    #expect(error?.entity == "Author")
    #expect(first.name == "late")
    a.rollback()
    #expect(first.name == "n")
    #expect(first.modelContext == nil)
    try a.save()
  }

  @Test("an object stays readable after another context deleted it")
  func stale() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { context in
      let author = Author(name: "n")
      author.books = [Book(title: "t")]
      context.insert(author)
    }
    let author = try a.only(Author.self)
    let book = try a.only(Book.self)
    b.delete(try b.only(Author.self))
    try b.save()
    #expect(author.name == "n")
    #expect(book.author === author)
    #expect(try a.all(Author.self).isEmpty)
    #expect(author.name == "n")
    #expect(author.books.isEmpty)
    #expect(book.author == nil)
  }

  @Test("both contexts may delete one object")
  func bothDelete() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { $0.insert(Author(name: "n")) }
    a.delete(try a.only(Author.self))
    b.delete(try b.only(Author.self))
    try a.save()
    try b.save()
    #expect(try b.all(Author.self).isEmpty)
  }

  @Test("a reference to an object that another context deleted becomes nil at the save")
  func referenceToDeleted() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { context in
      context.insert(Author(name: "n"))
      context.insert(Book(title: "t"))
      let list = Library.Playlist()
      context.insert(list)
    }
    let book = try a.only(Book.self)
    book.author = try a.only(Author.self)
    b.delete(try b.only(Author.self))
    try b.save()
    try a.save()
    #expect(book.author == nil)
    #expect(try ModelContext(container).only(Book.self).author == nil)
    let list = try a.only(Library.Playlist.self)
    list.books = [book]
    b.delete(try b.only(Book.self))
    try b.save()
    try a.save()
    #expect(list.books.isEmpty)
  }

  @Test("a required reference to an object that another context deleted fails the save")
  func requiredReferenceToDeleted() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { $0.insert(Library.House()) }
    let room = Library.Room(name: "r", house: try a.only(Library.House.self))
    a.insert(room)
    b.delete(try b.only(Library.House.self))
    try b.save()
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try a.save() }
    #expect(error?.property == "house")
    #expect(room.house.rooms.isEmpty)
  }

  @Test("objects that another context related to a deleted object follow its delete rule")
  func lateMembers() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { context in
      context.insert(Author(name: "n"))
      context.insert(Library.Desk())
    }
    let book = Book(title: "late")
    b.insert(book)
    book.author = try b.only(Author.self)
    b.insert(Library.Drawer(desk: try b.only(Library.Desk.self)))
    a.delete(try a.only(Author.self))
    a.delete(try a.only(Library.Desk.self))
    try b.save()
    try a.save()
    #expect(try a.only(Book.self).author == nil)
    #expect(try a.all(Library.Drawer.self).isEmpty)
  }

  @Test("of two contexts that give away one end of a one-to-one, the later has it")
  func oneToOne() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { context in
      ["x", "y"].forEach { context.insert(Library.Citizen(name: $0)) }
      context.insert(Library.Passport(number: 1))
    }
    try a.all(Library.Citizen.self)[0].passport = try a.only(Library.Passport.self)
    try b.all(Library.Citizen.self)[1].passport = try b.only(Library.Passport.self)
    try a.save()
    try b.save()
    let fresh = ModelContext(container)
    #expect(try fresh.all(Library.Citizen.self).map { $0.passport != nil } == [false, true])
    #expect(try fresh.only(Library.Passport.self).owner?.name == "y")
  }

  @Test("deleting a related object does not fail because another context deleted those that forget")
  func harmlessConflict() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { context in
      let author = Author(name: "n")
      author.books = [Book(title: "t")]
      context.insert(author)
    }
    a.delete(try a.only(Author.self))
    b.delete(try b.only(Book.self))
    try b.save()
    try a.save()
    #expect(try a.all(Author.self).isEmpty)
    #expect(try a.all(Book.self).isEmpty)
  }

  @Test("losing a deleted object from a list is no edit; taking it out of the list oneself is one")
  func harmlessConflictOfLists() throws {
    for isOwn in [false, true] {
      let container = try Library.container()
      let (a, b) = try stored(container) { context in
        let book = Book(title: "t")
        book.tags = [Library.Tag(name: "1"), Library.Tag(name: "2")]
        context.insert(book)
      }
      let book = try a.only(Book.self)
      if isOwn {
        book.tags.removeFirst()
      } else {
        a.delete(book.tags[0])
      }
      b.delete(try b.only(Book.self))
      try b.save()
      if isOwn {
        #expect(throws: SwiftDataError.concurrentDeletion) { try a.save() }
      } else {
        try a.save()
        #expect(try a.all(Library.Tag.self).map(\.name) == ["2"])
      }
    }
  }

  @Test("members that two contexts add to a many-to-many are all kept, whatever end they came from")
  func manyToMany() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { context in
      let book = Book(title: "t")
      context.insert(book)
      book.tags = ["1", "2"].map { Library.Tag(name: $0) }
      ["3", "4", "5"].forEach { context.insert(Library.Tag(name: $0)) }
    }
    let book = try a.only(Book.self)
    let tags = try a.all(Library.Tag.self)
    tags[2].books = [book]
    tags[0].books = []
    let other = try b.all(Library.Tag.self)
    other[3].books = [try b.only(Book.self)]
    try b.only(Book.self).tags.append(other[4])
    other[1].books = []
    try b.save()
    try a.save()
    #expect(book.tags.map(\.name) == ["3", "4", "5"])
    #expect(try b.only(Book.self).tags == [other[2], other[3], other[4]])
    #expect(tags.map(\.books.count) == [0, 0, 1, 1, 1])
  }

  @Test("a context that is many saves behind still follows")
  func farBehind() throws {
    let container = try Library.container()
    let (a, b) = try stored(container) { $0.insert(Author(name: "n")) }
    let seen = try b.only(Author.self)
    let author = try a.only(Author.self)
    for number in 0..<100 {
      author.name = "\(number)"
      try a.save()
    }
    _ = try b.all(Author.self)
    #expect(seen.name == "99")
  }
}
