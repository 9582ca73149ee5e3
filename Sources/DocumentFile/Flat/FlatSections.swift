import DocumentTables
import Markup

/// The sections of a flat document around its tables, as trees (spec 3.11).
package struct FlatSections {
  /// The names in their required order; tools that sort keys preserve it.
  package static let names = ["header", "schema", "tables", "trailer"]

  let header: Header
  let nextKey: ObjectKey

  init(header: Header, nextKey: ObjectKey) {
    self.header = header
    self.nextKey = nextKey
  }

  /// Combines the two sections before the tables and checks their consistency.
  init(_ stated: StatedHeader, schema entities: Tree) throws(DocumentError) {
    header = try stated.header(entities: entities, part: "schema")
    nextKey = stated.nextKey ?? 1
  }

  /// Returns the content of the last section; lists without items are left out.
  static func trailer(of tables: Tables, _ contents: [HistoryContent]) -> Tree {
    let lists = [
      ("attachments", ForeignContent.tree(tables.keptParts).arrayValue ?? []),
      ("carried", tables.carried),
      ("extensions", ForeignContent.tree(tables.extensions).arrayValue ?? []),
      ("history", HistoryParts.trees(of: tables, contents)),
    ]
    return .object(
      lists.filter { !$0.1.isEmpty }.map { name, items in TreeMember(name, .array(items)) })
  }

  func readTrailer(
    _ tree: Tree, into tables: inout Tables, limits: DocumentLimits
  ) throws(DocumentError) {
    var members = try TreeMembers(tree, code: .flatMalformed, part: "trailer")
    tables.keptParts = try ForeignContent.keptParts(
      try members.list("attachments"), part: "trailer")
    tables.carried = try members.list("carried")
    tables.extensions = try ForeignContent.extensions(
      .array(try members.list("extensions")), part: "trailer")
    let items = try members.list("history")
    tables.history = try HistoryParts.history(
      state: items.first, items.dropFirst(), of: header, limits: limits, part: "trailer")
    try members.finish()
  }
}
