import DocumentData

/// A library as plain values: what contexts do is done here too, in the simplest way, and both must
/// come to the same.
struct PlainLibrary: Equatable {
  struct Item: Equatable {
    var isBook: Bool
    var name: String
    var note: String?
    /// The author of a book.
    var author: Int?
  }

  var items: [Int: Item] = [:]

  mutating func remove(_ id: Int) {
    items[id] = nil
    for (book, item) in items where item.author == id { items[book]?.author = nil }
  }

  /// What a context says, by the numbers of the objects.
  static func seen(
    by context: ModelContext, _ number: (PersistentIdentifier) -> Int?
  ) throws -> PlainLibrary {
    var library = PlainLibrary()
    for author in try context.all(Library.Author.self) {
      guard let id = number(author.persistentModelID) else { continue }
      library.items[id] = Item(isBook: false, name: author.name, note: author.motto)
    }
    for book in try context.all(Library.Book.self) {
      guard let id = number(book.persistentModelID) else { continue }
      library.items[id] = Item(
        isBook: true, name: book.title, note: nil,
        author: book.author.flatMap { number($0.persistentModelID) })
    }
    return library
  }
}

/// What one of several contexts has changed and not saved, beside what is saved.
struct PlainContext {
  struct Edits: Equatable {
    var name: String?
    var note: String??
    var author: Int??

    /// Whether nothing is lost where the object is deleted meanwhile.
    var isHarmless: Bool { name == nil && note == nil && (author == nil || author == .some(nil)) }
  }

  var inserted: [Int: PlainLibrary.Item] = [:]
  var edits: [Int: Edits] = [:]
  var deleted: Set<Int> = []

  /// Looks at what is saved now: relationships lead only to what is there.
  mutating func advance(to saved: PlainLibrary) {
    let known = Set(saved.items.keys).union(inserted.keys).subtracting(deleted)
    for (id, item) in inserted {
      if let author = item.author, !known.contains(author) { inserted[id]?.author = nil }
    }
    for (id, edit) in edits {
      if case .some(.some(let author)) = edit.author, !known.contains(author) {
        edits[id]?.author = .some(nil)
      }
    }
    for (id, item) in saved.items where !deleted.contains(id) {
      if let author = item.author, deleted.contains(author), edits[id]?.author == nil {
        edits[id, default: Edits()].author = .some(nil)
      }
    }
  }

  func view(of saved: PlainLibrary) -> PlainLibrary {
    var view = saved
    for id in deleted { view.items[id] = nil }
    for (id, edit) in edits where view.items[id] != nil {
      if let name = edit.name { view.items[id]?.name = name }
      if let note = edit.note { view.items[id]?.note = note }
      if let author = edit.author { view.items[id]?.author = author }
    }
    view.items.merge(inserted) { $1 }
    return view
  }

  mutating func setName(_ name: String, of id: Int) {
    if inserted[id] != nil {
      inserted[id]?.name = name
    } else {
      edits[id, default: Edits()].name = name
    }
  }

  mutating func setNote(_ note: String?, of id: Int) {
    if inserted[id] != nil {
      inserted[id]?.note = note
    } else {
      edits[id, default: Edits()].note = .some(note)
    }
  }

  mutating func setAuthor(_ author: Int?, of id: Int, now: Int?) {
    // Setting what is there already is no change of a relationship.
    guard author != now else { return }
    if inserted[id] != nil {
      inserted[id]?.author = author
    } else {
      edits[id, default: Edits()].author = .some(author)
    }
  }

  mutating func delete(_ id: Int, in view: PlainLibrary) {
    for (book, item) in view.items where item.author == id {
      setAuthor(nil, of: book, now: id)
    }
    if inserted.removeValue(forKey: id) == nil {
      deleted.insert(id)
      edits[id] = nil
    }
  }

  /// - Returns: False where an edit has nowhere to go.
  func save(into saved: inout PlainLibrary) -> Bool {
    for (id, edit) in edits where saved.items[id] == nil && !edit.isHarmless { return false }
    saved = view(of: saved)
    return true
  }
}
