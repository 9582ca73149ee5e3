import DocumentData
import Testing

@Suite("Contexts against a plain model of them")
struct PlainModelTests {
  /// The objects by number, held as long as the test runs.
  private struct Numbers {
    var byIdentifier: [PersistentIdentifier: Int] = [:]
    var identifiers: [PersistentIdentifier] = []

    mutating func number(_ identifier: PersistentIdentifier) -> Int {
      if let known = byIdentifier[identifier] { return known }
      byIdentifier[identifier] = identifiers.count
      identifiers.append(identifier)
      return identifiers.count - 1
    }
  }

  private func author(_ id: Int, _ numbers: Numbers, _ context: ModelContext) -> Library.Author? {
    context.model(for: numbers.identifiers[id]) as? Library.Author
  }

  private func book(_ id: Int, _ numbers: Numbers, _ context: ModelContext) -> Library.Book? {
    context.model(for: numbers.identifiers[id]) as? Library.Book
  }

  @Test(
    "one context, with saves, rollbacks, undo and redo", arguments: 0..<12 as Range<UInt64>)
  func single(seed: UInt64) throws {
    var choices = RandomChoices(seed: seed)
    let container = try Library.container()
    let context = ModelContext(container)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    var numbers = Numbers()
    var saved = PlainLibrary()
    var current = PlainLibrary()
    var past: [PlainLibrary] = []
    var future: [PlainLibrary] = []
    for step in 0..<200 {
      var next = current
      let authors = current.items.filter { !$0.value.isBook }.map(\.key).sorted()
      let books = current.items.filter(\.value.isBook).map(\.key).sorted()
      let text = "\(choices.number(below: 1000))"
      switch choices.number(below: 16) {
      case 0, 1:
        let new = Library.Author(name: text)
        context.insert(new)
        next.items[numbers.number(new.persistentModelID)] = .init(isBook: false, name: text)
      case 2, 3:
        let new = Library.Book(title: text)
        let writer = choices.one(of: authors)
        new.author = writer.flatMap { author($0, numbers, context) }
        context.insert(new)
        next.items[numbers.number(new.persistentModelID)] = .init(
          isBook: true, name: text, author: writer)
      case 4:
        guard let id = choices.one(of: authors) else { continue }
        author(id, numbers, context)?.name = text
        next.items[id]?.name = text
      case 5:
        guard let id = choices.one(of: authors) else { continue }
        author(id, numbers, context)?.motto = text
        next.items[id]?.note = text
      case 6, 7:
        guard let id = choices.one(of: books) else { continue }
        let writer = choices.number(below: 3) == 0 ? nil : choices.one(of: authors)
        book(id, numbers, context)?.author = writer.flatMap { author($0, numbers, context) }
        next.items[id]?.author = writer
      case 8:
        guard let id = choices.one(of: authors) else { continue }
        let members = choices.some(of: books)
        // Another order of the same books is a change that this model does not know.
        guard Set(members) != Set(books.filter { current.items[$0]?.author == id }) else {
          continue
        }
        author(id, numbers, context)?.books = members.compactMap { book($0, numbers, context) }
        for (other, item) in next.items where item.author == id { next.items[other]?.author = nil }
        for member in members { next.items[member]?.author = id }
      case 9, 10:
        guard let id = choices.one(of: authors + books) else { continue }
        if let author = author(id, numbers, context) { context.delete(author) }
        if let book = book(id, numbers, context) { context.delete(book) }
        next.remove(id)
      case 11:
        try context.save()
        saved = current
        #expect(
          try PlainLibrary.seen(by: ModelContext(container)) { numbers.byIdentifier[$0] } == saved)
      case 12:
        guard choices.number(below: 3) == 0 else { continue }
        context.rollback()
        current = saved
        next = saved
        past = []
        future = []
      case 13, 14:
        manager.undo()
        if let before = past.popLast() {
          future.append(current)
          current = before
          next = before
        }
      default:
        manager.redo()
        if let after = future.popLast() {
          past.append(current)
          current = after
          next = after
        }
      }
      context.processPendingChanges()
      if next != current {
        past.append(current)
        future = []
        current = next
      }
      let seen = try PlainLibrary.seen(by: context) { numbers.byIdentifier[$0] }
      #expect(seen == current, "\(seed), \(step)")
      #expect(manager.undoCount == past.count, "\(seed), \(step)")
      guard seen == current else { return }
    }
  }

  @Test("two contexts, with saves and rollbacks", arguments: 0..<12 as Range<UInt64>)
  func two(seed: UInt64) throws {
    var choices = RandomChoices(seed: seed &+ 5000)
    let container = try Library.container()
    let contexts = [ModelContext(container), ModelContext(container)]
    var plain = [PlainContext(), PlainContext()]
    var saved = PlainLibrary()
    var numbers = Numbers()
    for step in 0..<200 {
      let index = choices.number(below: 2)
      let context = contexts[index]
      // A fetch is where a context sees what others have saved.
      _ = try context.fetchCount(FetchDescriptor<Library.Author>())
      plain[index].advance(to: saved)
      let view = plain[index].view(of: saved)
      let authors = view.items.filter { !$0.value.isBook }.map(\.key).sorted()
      let books = view.items.filter(\.value.isBook).map(\.key).sorted()
      let text = "\(choices.number(below: 1000))"
      switch choices.number(below: 14) {
      case 0, 1:
        let new = Library.Author(name: text)
        context.insert(new)
        plain[index].inserted[numbers.number(new.persistentModelID)] = .init(
          isBook: false, name: text)
      case 2, 3:
        let new = Library.Book(title: text)
        let writer = choices.one(of: authors)
        new.author = writer.flatMap { author($0, numbers, context) }
        context.insert(new)
        plain[index].inserted[numbers.number(new.persistentModelID)] = .init(
          isBook: true, name: text, author: writer)
      case 4:
        guard let id = choices.one(of: authors) else { continue }
        author(id, numbers, context)?.name = text
        plain[index].setName(text, of: id)
      case 5:
        guard let id = choices.one(of: authors) else { continue }
        author(id, numbers, context)?.motto = text
        plain[index].setNote(text, of: id)
      case 6, 7, 8:
        guard let id = choices.one(of: books) else { continue }
        let writer = choices.number(below: 3) == 0 ? nil : choices.one(of: authors)
        book(id, numbers, context)?.author = writer.flatMap { author($0, numbers, context) }
        plain[index].setAuthor(writer, of: id, now: view.items[id]?.author)
      case 9:
        guard let id = choices.one(of: authors + books) else { continue }
        if let author = author(id, numbers, context) { context.delete(author) }
        if let book = book(id, numbers, context) { context.delete(book) }
        plain[index].delete(id, in: view)
      case 10, 11, 12:
        do {
          try context.save()
          #expect(plain[index].save(into: &saved), "\(seed), \(step)")
        } catch SwiftDataError.concurrentDeletion {
          var copy = saved
          #expect(!plain[index].save(into: &copy), "\(seed), \(step)")
          context.rollback()
        }
        plain[index] = PlainContext()
      default:
        context.rollback()
        plain[index] = PlainContext()
      }
      let seen = try PlainLibrary.seen(by: context) { numbers.byIdentifier[$0] }
      let expected = plain[index].view(of: saved)
      #expect(seen == expected, "\(seed), \(step)")
      guard seen == expected else { return }
    }
  }
}
