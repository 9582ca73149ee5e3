import DocumentData
import DocumentTables
import Testing

@testable import DocumentData

@Suite("Fetch plans, without a context")
struct FetchPlanTests {
  typealias Plain = Layout.Plain

  private func translator(_ rows: RowObjects) -> Translator {
    let source = FetchSource(
      catalog: rows.objects.catalog, tables: rows.tables, identityMap: rows.objects.identityMap,
      backing: DocumentStore(rows.tables))
    return Translator(source, hierarchy: rows.hierarchy, pendingHierarchies: [])
  }

  /// The keys that the query of a predicate finds; the query must decide alone.
  private func keys(_ predicate: Predicate<Plain>, _ rows: RowObjects) throws -> [ObjectKey] {
    let kinds = try rows.description(of: Plain.self).kinds
    let plan = FetchPlan(predicate, kinds: kinds, translator: translator(rows))
    #expect(plan.tests.isEmpty)
    let segments = rows.table.segments
    return try rows.tables.rows(of: rows.hierarchy, where: plan.query)
      .map { segments[$0.segment].keys[$0.row] }
  }

  @Test("Comparisons of columns become a query")
  func columns() throws {
    let rows = try RowObjects()
    #expect(try keys(#Predicate { $0.name > "a" && $0.count == 7 }, rows) == [2, 3])
    #expect(try keys(#Predicate { $0.name == "a" || $0.name == "c" }, rows) == [1, 3])
  }

  @Test("A captured object has a key if the identity map has the object")
  func objects() throws {
    let rows = try RowObjects()
    let known = try rows.make(3, as: Plain.self)
    let foreign = try RowObjects().make(2, as: Plain.self)
    #expect(translator(rows).keys(of: [known, foreign, Plain(name: "new")]) == [3])
  }

  @Test("A captured identifier is the row of its key, if entity and store are those of the row")
  func identifiers() throws {
    let rows = try RowObjects()
    let store = DocumentStore(rows.tables)
    let known = store.identifier(of: 2, "Derived")
    #expect(try keys(#Predicate { $0.persistentModelID == known }, rows) == [2])
    for wrong in [
      store.identifier(of: 2, "Plain"), store.identifier(of: 9, "Plain"),
      PersistentIdentifier(entityName: "Derived", storeIdentifier: "elsewhere", key: 2),
    ] {
      #expect(try keys(#Predicate { $0.persistentModelID == wrong }, rows) == [])
    }
  }
}
