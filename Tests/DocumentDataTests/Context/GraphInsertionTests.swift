import DocumentData
import Testing

@Suite("Inserting a root inserts its graph")
struct GraphInsertionTests {
  typealias Node = Library.Node

  @Test("everything that new objects lead to is inserted, cycles included")
  func graph() throws {
    let context = try Library.context()
    let author = Library.Author(name: "a")
    let books = (0..<3).map { Library.Book(title: "\($0)") }
    let tag = Library.Tag(name: "t")
    author.books = books
    books[1].tags = [tag]
    tag.books = [books[2], books[1]]
    context.insert(author)
    try context.save()
    #expect(try context.all(Library.Book.self).count == 3)
    let found = try context.only(Library.Tag.self)
    #expect(Set(found.books.map(\.title)) == ["1", "2"])
    #expect(books[2].tags.first === tag)
    #expect(author.books.map(\.title) == ["0", "1", "2"])

    let first = Node(number: 1)
    let second = Node(number: 2)
    first.next = second
    second.next = first
    context.insert(first)
    try context.save()
    #expect(first.next === second)
    #expect(second.next === first)
    #expect(first.previous === second)
  }

  @Test("a stored object that gets a new one inserts it")
  func mixedGraph() throws {
    let context = try Library.context()
    let author = Library.Author(name: "a")
    context.insert(author)
    try context.save()
    let book = Library.Book(title: "t")
    author.books.append(book)
    #expect(book.modelContext === context)
    #expect(book.author === author)
    let later = Library.Book(title: "u")
    later.author = author
    context.insert(later)
    try context.save()
    #expect(author.books.map(\.title) == ["t", "u"])
  }

  @Test("a chain of 100,000 new objects is inserted and saved without using up the stack")
  func longChain() throws {
    let context = try Library.context()
    let count = 100_000
    let nodes = (0..<count).map { Node(number: $0) }
    for (node, next) in zip(nodes, nodes.dropFirst()) { node.next = next }
    context.insert(nodes[0])
    #expect(context.insertedModelsArray.count == count)
    try context.save()
    #expect(nodes[count - 2].next === nodes[count - 1])
    #expect(nodes[count - 1].previous === nodes[count - 2])
    #expect(nodes[0].previous == nil)
    context.delete(nodes[0])
    try context.save()
    #expect(nodes[1].previous == nil)
  }
}
