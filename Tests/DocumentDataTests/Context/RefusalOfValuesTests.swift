import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Values that cannot be handed out or stored")
struct RefusalOfValuesTests {
  @Model final class Score {
    var points: [String: Int] = [:]

    init() {}
  }

  @Test("a document whose dictionary holds another type is refused when it is opened")
  func dictionaryOfAnotherType() throws {
    let schema = try Schema(Score.self).tableSchema(name: "scores")
    let layout = try #require(schema.hierarchies.first)
    let builder = SegmentBuilder(layout)
    builder.append(
      key: 1, discriminator: 0, values: [.tree(.members(["a": .text("not a number")]))])
    var tables = Tables(schema: schema, documentID: 1, nextKey: 2)
    tables.tables[0] = Table(segments: [builder.finish()])
    let error = try #require(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelCatalog([Score.self], schema: schema).proveDecodable(tables)
    }
    #expect(error.entity == "Score")
    #expect(error.property == "points")
    #expect(error.object == 1)
  }

  @Test("a document that has used up its keys refuses the save and stays as it was")
  func noKeysLeft() throws {
    let schema = try Schema(Score.self).tableSchema(name: "scores")
    let last = CanonicalJSON.largestExactInteger
    let container = ModelContainer(
      store: DocumentStore(Tables(schema: schema, documentID: 1, nextKey: last - 1)),
      catalog: ModelCatalog([Score.self], schema: schema), schema: Schema(Score.self))
    let context = ModelContext(container)
    context.insert(Score())
    try context.save()
    context.insert(Score())
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(container.store.current.tables.rowCount == 1)
  }
}
