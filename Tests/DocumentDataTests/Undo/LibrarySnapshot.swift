@testable import DocumentData

/// Everything that a context says of the library, in one text for each object.
struct LibrarySnapshot: Equatable, CustomStringConvertible {
  var objects: [PersistentIdentifier: String] = [:]

  var description: String { objects.values.sorted().joined(separator: "\n") }

  /// Where two differ, for messages.
  func difference(from other: LibrarySnapshot) -> String {
    let keys = Set(objects.keys).union(other.objects.keys).sorted()
    return keys.filter { objects[$0] != other.objects[$0] }
      .map { "\(objects[$0] ?? "–") instead of \(other.objects[$0] ?? "–")" }
      .joined(separator: "; ")
  }

  init(_ context: ModelContext) throws {
    for author in try context.all(Library.Author.self) {
      add(author, "author \(author.name) \(author.motto ?? "–") \(names(author.books))")
    }
    for book in try context.all(Library.Book.self) {
      add(book, "book \(book.title) \(book.pages) \(name(book.author)) \(names(book.tags))")
    }
    for tag in try context.all(Library.Tag.self) {
      add(tag, "tag \(tag.name) \(tag.colour ?? "–") \(names(tag.books))")
    }
    for citizen in try context.all(Library.Citizen.self) {
      add(citizen, "citizen \(citizen.name) \(name(citizen.passport))")
    }
    for passport in try context.all(Library.Passport.self) {
      add(passport, "passport \(passport.number) \(name(passport.owner))")
    }
    for person in try context.all(Library.Person.self) {
      add(person, "person \(person.name) \(name(person.spouse)) \(names(person.friends))")
    }
    for folder in try context.all(Library.Folder.self) {
      add(folder, "folder \(folder.pages.map { names($0) } ?? "nil")")
    }
    for page in try context.all(Library.Page.self) {
      add(page, "page \(name(page.folder))")
    }
    for desk in try context.all(Library.Desk.self) {
      add(desk, "desk \(names(desk.drawers))")
    }
    for drawer in try context.all(Library.Drawer.self) {
      add(drawer, "drawer \(name(drawer.desk))")
    }
    for list in try context.all(Library.Playlist.self) {
      add(list, "list \(names(list.books))")
    }
    for note in try context.all(Library.Note.self) {
      add(note, "note \(note.text) \(name(note.book)) \(name(note.tag))")
    }
    for profile in try context.all(Library.Profile.self) {
      add(profile, "profile \(profile.mood) \(profile.place) \(profile.former)")
    }
  }

  private mutating func add<T: PersistentModel>(_ model: T, _ text: String) {
    objects[model.persistentModelID] = "\(name(model)) \(text)"
  }

  private func name<T: PersistentModel>(_ model: T?) -> String {
    model.map { "\($0.persistentModelID.key)" } ?? "nil"
  }

  private func names<T: PersistentModel>(_ models: [T]) -> String {
    "[\(models.map { name($0) }.joined(separator: " "))]"
  }
}
