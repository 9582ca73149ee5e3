import DocumentData
import DocumentTables
import Foundation
import Testing

// Types as they are now; documents hold values from before members were added to them.

/// It has an initialiser without arguments.
struct Style: Codable, Equatable {
  var color = "black"
  var width = 3
  var dash: [Int] = [1]
  var note: String?
  var edge = Edge()
}

/// Part of the style, and reached through it.
struct Edge: Codable, Equatable {
  var radius = 0.5
  var isRound = true
}

/// It has none, but the model gives its property a default.
struct Frame: Codable, Equatable {
  var side: String
  var depth = 2
  init(side: String) { self.side = side }
}

/// A member that is another one each time stands for nothing.
struct Ticket: Codable, Equatable {
  var number = 1
  var id = UUID()
}

@Suite("Codable types that have grown since a document was saved")
struct GrownTypeTests {
  @Model final class Picture {
    var style: Style
    var former: [Style]
    var frame = Frame(side: "left")
    var frames: [Frame]
    var named: [String: Style]?
    init(style: Style) {
      self.style = style
      former = []
      frames = []
    }
  }

  @Model final class Visit {
    var ticket: Ticket
    init() { ticket = Ticket() }
  }

  private func decode<Content: Codable>(_ type: Content.Type, _ tree: Tree) throws -> Content {
    try #require(AttributeCoding<Content>.shared(type)).decode(.tree(tree))
  }

  @Test("a missing member takes the value that init() gives it, an optional one is nil")
  func initialiser() throws {
    _ = Schema(Picture.self)
    let old = Tree.members(["color": .text("red")])
    let style = try decode(Style.self, old)
    #expect(style == Style(color: "red"))
    let nested = Tree.members(["edge": .members(["isRound": .bool(false)])])
    #expect(try decode(Style.self, nested).edge == Edge(radius: 0.5, isRound: false))
    #expect(try decode([Style].self, .array([old])) == [Style(color: "red")])
    #expect(try decode([String: Style].self, .members(["a": old]))["a"] == Style(color: "red"))
  }

  @Test("without an init() it takes the value of the default that models give the type")
  func propertyDefault() throws {
    _ = Schema(Picture.self)
    var expected = Frame(side: "top")
    expected.depth = 2
    #expect(try decode(Frame.self, .members(["side": .text("top")])) == expected)
  }

  @Test("a member whose default differs each time has no value, and the error names it")
  func computed() throws {
    _ = Schema(Visit.self)
    let id = UUID()
    let old = Tree.members(["id": .uuid(UUIDText.number(of: id))])
    #expect(try decode(Ticket.self, old).number == 1)
    let problem = #expect(throws: AttributeProblem.self) {
      try decode(Ticket.self, .members(["number": .integer(2)]))
    }
    #expect(problem?.path == "id")
  }

  @Test("a document from before opens, and its objects show the grown values")
  func document() throws {
    let container = try makeContainer([Picture.self])
    let schema = container.store.current.tables.schema
    let layout = try #require(schema.hierarchies.first)
    var values = [Value](repeating: .null, count: layout.columns.count)
    let entity = try #require(layout.entity(named: "Picture"))
    for (name, tree) in [
      ("style", Tree.members(["width": .integer(9)])), ("former", .array([.members([:])])),
      ("frame", .members(["side": .text("x")])), ("frames", .array([])),
    ] {
      values[try #require(entity.column(of: name))] = .tree(tree)
    }
    let builder = SegmentBuilder(layout)
    builder.append(key: 1, discriminator: 0, values: values)
    var tables = Tables(schema: schema, documentID: 1, nextKey: 2)
    tables.tables[0] = Table(segments: [builder.finish()])
    let opened = try SchemaOpening(Schema(Picture.self), schemaName: "samples").open(tables)
    let reopened = ModelContainer(
      store: DocumentStore(opened.tables),
      catalog: ModelCatalog([Picture.self], schema: schema), schema: Schema(Picture.self))
    let picture = try ModelContext(reopened).only(Picture.self)
    #expect(picture.style == Style(width: 9))
    #expect(picture.former == [Style()])
    #expect(picture.frame.depth == 2)
  }
}
