import DocumentData
import Testing

@Suite("Both ends of a relationship are in step at once")
struct InverseTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  /// Runs the same checks before and after a save, and on objects fetched by another context.
  private func inEveryState<T: PersistentModel>(
    _ container: ModelContainer, _ context: ModelContext, _ type: T.Type,
    _ check: (ModelContext) throws -> Void
  ) throws {
    try check(context)
    try context.save()
    try check(context)
    try check(ModelContext(container))
  }

  @Test("one to many, from the to-many side", arguments: [false, true])
  func oneToManyFromTheMany(isStored: Bool) throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    let books = ["0", "1", "2"].map { Book(title: $0) }
    context.insert(author)
    books.forEach { context.insert($0) }
    if isStored { try context.save() }
    author.books = [books[2], books[0]]
    try inEveryState(container, context, Author.self) { (context) throws in
      let author = try context.only(Author.self)
      #expect(author.books.map(\.title) == ["2", "0"])
      #expect(try context.all(Book.self).map { $0.author === author } == [true, false, true])
    }
    author.books.removeFirst()
    author.books.append(books[1])
    try inEveryState(container, context, Author.self) { (context) throws in
      #expect(try context.only(Author.self).books.map(\.title) == ["0", "1"])
      #expect(try context.all(Book.self).map { $0.author == nil } == [false, false, true])
    }
  }

  @Test("one to many, from the to-one side", arguments: [false, true])
  func oneToManyFromTheOne(isStored: Bool) throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    let other = Author(name: "b")
    let book = Book(title: "t")
    context.insert(author)
    context.insert(other)
    context.insert(book)
    if isStored { try context.save() }
    book.author = author
    #expect(author.books.first === book)
    book.author = other
    #expect(author.books.isEmpty)
    try inEveryState(container, context, Author.self) { (context) throws in
      #expect(try context.all(Author.self).map(\.books.count) == [0, 1])
    }
    book.author = nil
    try inEveryState(container, context, Author.self) { (context) throws in
      #expect(try context.all(Author.self).map(\.books.count) == [0, 0])
    }
  }

  @Test(
    "one to one, from either side, with displacement", arguments: [false, true], [false, true])
  func oneToOne(isStored: Bool, fromOwner: Bool) throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let citizens = ["a", "b"].map { Library.Citizen(name: $0) }
    let passports = [1, 2].map { Library.Passport(number: $0) }
    citizens.forEach { context.insert($0) }
    passports.forEach { context.insert($0) }
    if isStored { try context.save() }
    func give(_ passport: Int, to citizen: Int) {
      if fromOwner {
        citizens[citizen].passport = passports[passport]
      } else {
        passports[passport].owner = citizens[citizen]
      }
    }
    give(0, to: 0)
    give(1, to: 1)
    #expect(citizens[0].passport === passports[0])
    #expect(passports[0].owner === citizens[0])
    if isStored { try context.save() }
    // The second citizen takes the first passport: its own and the first citizen are alone.
    give(0, to: 1)
    try inEveryState(container, context, Library.Citizen.self) { (context) throws in
      #expect(try context.all(Library.Citizen.self).map(\.passport?.number) == [nil, 1])
      #expect(try context.all(Library.Passport.self).map(\.owner?.name) == ["b", nil])
    }
  }

  @Test("many to many, from either side", arguments: [false, true], [false, true])
  func manyToMany(isStored: Bool, fromTags: Bool) throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let books = ["x", "y", "z"].map { Book(title: $0) }
    let tags = ["s", "t"].map { Library.Tag(name: $0) }
    books.forEach { context.insert($0) }
    tags.forEach { context.insert($0) }
    if isStored { try context.save() }
    if fromTags {
      tags[0].books = [books[2], books[0]]
      tags[1].books = [books[0]]
    } else {
      books[2].tags = [tags[0]]
      books[0].tags = [tags[0], tags[1]]
    }
    try inEveryState(container, context, Book.self) { (context) throws in
      let tags = try context.all(Library.Tag.self)
      #expect(Set(tags[0].books.map(\.title)) == ["x", "z"])
      #expect(tags[1].books.map(\.title) == ["x"])
      #expect(try context.all(Book.self).map(\.tags.count) == [2, 0, 1])
    }
    if fromTags {
      tags[0].books = []
    } else {
      books.forEach { $0.tags.removeAll { $0.name == "s" } }
    }
    try inEveryState(container, context, Book.self) { (context) throws in
      #expect(try context.all(Library.Tag.self).map(\.books.count) == [0, 1])
      #expect(try context.all(Book.self).map(\.tags.count) == [1, 0, 0])
    }
  }

  @Test("the order of a to-many is kept at both ends of many to many")
  func manyToManyOrder() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let books = ["x", "y", "z"].map { Book(title: $0) }
    let tags = ["s", "t", "u"].map { Library.Tag(name: $0) }
    books.forEach { context.insert($0) }
    tags.forEach { context.insert($0) }
    tags[1].books = [books[2], books[0], books[1]]
    books[0].tags = [tags[2], tags[1], tags[0]]
    try inEveryState(container, context, Book.self) { (context) throws in
      #expect(try context.all(Library.Tag.self)[1].books.map(\.title) == ["z", "x", "y"])
      #expect(try context.all(Book.self)[0].tags.map(\.name) == ["u", "t", "s"])
    }
  }

  @Test("two ends within one class")
  func withinOneClass() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let nodes = (0..<3).map { Library.Node(number: $0) }
    nodes.forEach { context.insert($0) }
    nodes[0].next = nodes[1]
    nodes[2].previous = nodes[1]
    try inEveryState(container, context, Library.Node.self) { (context) throws in
      let nodes = try context.all(Library.Node.self)
      #expect(nodes.map(\.next?.number) == [1, 2, nil])
      #expect(nodes.map(\.previous?.number) == [nil, 0, 1])
    }
    nodes[0].next = nodes[2]
    try inEveryState(container, context, Library.Node.self) { (context) throws in
      let nodes = try context.all(Library.Node.self)
      #expect(nodes.map(\.next?.number) == [2, nil, nil])
      #expect(nodes.map(\.previous?.number) == [nil, nil, 0])
    }
  }

  @Test("a to-one that is its own inverse", arguments: [false, true])
  func spouses(isStored: Bool) throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let people = ["a", "b", "c", "d"].map { Library.Person(name: $0) }
    people.forEach { context.insert($0) }
    if isStored { try context.save() }
    people[0].spouse = people[1]
    people[2].spouse = people[3]
    #expect(people[1].spouse === people[0])
    people[0].spouse = people[2]
    try inEveryState(container, context, Library.Person.self) { (context) throws in
      let people = try context.all(Library.Person.self)
      #expect(people.map(\.spouse?.name) == ["c", nil, "a", nil])
    }
    people[2].spouse = nil
    try inEveryState(container, context, Library.Person.self) { (context) throws in
      #expect(try context.all(Library.Person.self).allSatisfy { $0.spouse == nil })
    }
    people[0].spouse = people[0]
    #expect(people[0].spouse === people[0])
  }

  @Test("a to-many that is its own inverse", arguments: [false, true])
  func friends(isStored: Bool) throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let people = ["a", "b", "c"].map { Library.Person(name: $0) }
    people.forEach { context.insert($0) }
    if isStored { try context.save() }
    people[0].friends = [people[2], people[1]]
    try inEveryState(container, context, Library.Person.self) { (context) throws in
      let people = try context.all(Library.Person.self)
      #expect(people.map { $0.friends.map(\.name) } == [["c", "b"], ["a"], ["a"]])
    }
    people[2].friends = [people[1]]
    try inEveryState(container, context, Library.Person.self) { (context) throws in
      let people = try context.all(Library.Person.self)
      #expect(people.map { $0.friends.map(\.name) } == [["b"], ["a", "c"], ["b"]])
    }
  }

  @Test("without inverse, each side is on its own")
  func withoutInverse() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let books = ["x", "y"].map { Book(title: $0) }
    books.forEach { context.insert($0) }
    let first = Library.Note(text: "1")
    let second = Library.Note(text: "2")
    let list = Library.Playlist()
    context.insert(first)
    context.insert(second)
    context.insert(list)
    first.book = books[0]
    second.book = books[0]
    list.books = [books[1], books[0]]
    try inEveryState(container, context, Library.Note.self) { (context) throws in
      #expect(try context.all(Library.Note.self).map(\.book?.title) == ["x", "x"])
      #expect(try context.only(Library.Playlist.self).books.map(\.title) == ["y", "x"])
    }
  }

  @Test("an optional to-many is never nil, from either side")
  func neverNil() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let folder = Library.Folder()
    let page = Library.Page()
    context.insert(folder)
    context.insert(page)
    func expect(_ count: Int, _ comment: Comment) throws {
      try inEveryState(container, context, Library.Folder.self) { (context) throws in
        #expect(try context.only(Library.Folder.self).pages?.count == count, comment)
      }
    }
    try expect(0, "never set")
    folder.pages = []
    try expect(0, "set to empty")
    folder.pages = nil
    try expect(0, "set to nil")
    folder.pages = [page]
    try expect(1, "set")
    folder.pages = nil
    try expect(0, "set to nil with a member")
    #expect(page.folder == nil)
    page.folder = folder
    try expect(1, "set from the member")
    page.folder = nil
    try expect(0, "emptied from the member")
    folder.pages = [page]
    try context.save()
    context.delete(page)
    try expect(0, "emptied by a deletion")
    folder.pages = nil
    let last = Library.Page()
    last.folder = folder
    context.insert(last)
    last.folder = nil
    try expect(0, "set to nil, then used and emptied")
  }

  @Test("an emptied new to-many is empty, not nil")
  func emptiedBeforeTheFirstSave() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let folder = Library.Folder()
    let page = Library.Page()
    page.folder = folder
    context.insert(page)
    page.folder = nil
    try inEveryState(container, context, Library.Folder.self) { (context) throws in
      #expect(try context.only(Library.Folder.self).pages?.isEmpty == true)
    }
  }

  @Test("an object that stands twice in a to-many stands in it once")
  func twice() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    let book = Book(title: "t")
    context.insert(author)
    author.books = [book, book]
    #expect(author.books.count == 1)
  }
}
