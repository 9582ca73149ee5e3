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

/// Its default is in its declaration only, where the coding that Swift makes does not look.
private struct Plate: Codable, Equatable {
  var width: Int
  var height: Int = 5
}

private struct Rack: Codable, Equatable {
  var plates: [Plate]
  var spare: Plate?
}

/// The same with an `init()` beside the memberwise initialiser.
private struct Tile: Codable, Equatable {
  var width: Int
  var height: Int = 5
}

extension Tile {
  fileprivate init() { self.init(width: 0) }
}

/// The same with a coding that asks whether the member is there.
private struct Slab: Codable, Equatable {
  var width: Int
  var height: Int = 5

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    width = try container.decode(Int.self, forKey: .width)
    height = try container.decodeIfPresent(Int.self, forKey: .height) ?? 5
  }
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

  @Model fileprivate final class Kitchen {
    var tile: Tile
    var slab: Slab?
    init(tile: Tile) { self.tile = tile }
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

  @Test("a default in the declaration alone has no effect, and the error names the ways out")
  func declaredDefault() throws {
    let old = Tree.members(["width": .integer(3)])
    let words = """
      there is no height, which Plate requires: make Plate.height optional, or give Plate an \
      init() that sets it or an init(from:) that calls decodeIfPresent
      """
    let problem = #expect(throws: AttributeProblem.self) { try decode(Plate.self, old) }
    #expect(problem?.description == "the stored value is none of type Plate at height: \(words)")
    let inList = #expect(throws: AttributeProblem.self) {
      try decode(Rack.self, .members(["plates": .array([old])]))
    }
    #expect(inList?.path == "plates.0.height")
    #expect(inList?.detail == words)
    let inOptional = #expect(throws: AttributeProblem.self) {
      try decode(Rack.self, .members(["plates": .array([]), "spare": old]))
    }
    #expect(inOptional?.path == "spare.height")
    #expect(inOptional?.detail == words)
  }

  @Test("the ways out that the error names are ways out")
  func waysOut() throws {
    _ = Schema(Kitchen.self)
    let old = Tree.members(["width": .integer(3)])
    #expect(try decode(Tile.self, old) == Tile(width: 3, height: 5))
    #expect(try decode(Slab.self, old).height == 5)
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
