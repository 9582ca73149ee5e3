import DocumentData
import Testing

@Suite("Recipes for histories")
struct HistoryRecipes {
  @Test("Find what another program has changed")
  func changes() throws {
    let folder = TemporaryFolder()
    let container = try ModelContainer(
      for: Author.self, Book.self, Chapter.self,
      configurations: ModelConfiguration(url: folder.url.appending(path: "library.trips")))
    // recipe: Find what another program has changed
    func changedTitles(since tokenFile: URL) throws -> [String] {
      let context = ModelContext(container)
      var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
      if let data = try? Data(contentsOf: tokenFile) {
        let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
        descriptor.predicate = #Predicate { $0.token > token }
      }
      var titles: [String] = []
      let transactions = try context.fetchHistory(descriptor)
      for change in transactions.flatMap(\.changes) {
        guard case .update(let update as DefaultHistoryUpdate<Book>) = change,
          let book = context.model(for: update.changedPersistentIdentifier) as? Book
        else { continue }
        titles.append(book.title)
      }
      if let token = transactions.last?.token {
        try JSONEncoder().encode(token).write(to: tokenFile)
      }
      return titles
    }
    // end
    let context = ModelContext(container)
    let book = Book(title: "Rihla")
    context.insert(book)
    try context.save()
    let file = folder.url.appending(path: "token")
    #expect(try changedTitles(since: file).isEmpty)
    book.pages = 900
    try context.save()
    #expect(try changedTitles(since: file) == ["Rihla"])
    #expect(try changedTitles(since: file).isEmpty)
  }

  @Test("Keep old and new values of changes")
  func values() throws {
    // recipe: Keep old and new values of changes
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.history = .values(transactions: 500, days: 30)
    let container = try ModelContainer(
      for: Author.self, Book.self, Chapter.self, configurations: configuration)
    // end
    let context = ModelContext(container)
    let book = Book(title: "Rihla", pages: 800)
    context.insert(book)
    try context.save()
    book.pages = 900
    try context.save()
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    // recipe: Keep old and new values of changes
    for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
      for case .update(let update as DefaultHistoryUpdate<Book>) in transaction.changes {
        if let old = update.oldValue(for: \.pages), let new = update.newValue(for: \.pages) {
          print("\(old) pages became \(new)")
        }
      }
    }
    // end
    #expect(lines == ["800 pages became 900"])
  }

  @Test("Find what changed on balance")
  func balance() throws {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.history = .values()
    let container = try ModelContainer(
      for: Author.self, Book.self, Chapter.self, configurations: configuration)
    let context = ModelContext(container)
    let book = Book(title: "Rihla", pages: 800)
    context.insert(book)
    try context.save()
    let token = try context.fetchNetHistory().token
    for pages in [850, 900] {
      book.pages = pages
      try context.save()
    }
    context.author = "sync"
    book.title = "The Rihla"
    try context.save()
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    // recipe: Find what changed on balance
    let news = try context.fetchNetHistory(since: token, of: [Book.self]) { author in
      author != "sync"
    }
    for case .update(let update as DefaultHistoryUpdate<Book>) in news.changes {
      if let old = update.oldValue(for: \.pages), let new = update.newValue(for: \.pages) {
        print("\(old) pages became \(new)")
      }
    }
    let next = news.token  // keep it for the next time
    // end
    #expect(lines == ["800 pages became 900"])
    #expect(try context.fetchNetHistory(since: next).changes.isEmpty)
  }
}
