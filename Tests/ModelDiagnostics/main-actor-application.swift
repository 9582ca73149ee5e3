// swift-format-ignore-file
// An application's declarations, with no word of the actor that they belong to. The compiler accepts them where
// the main actor is the module's default, as in new application projects, and code on other actors uses them.
import DocumentData

@Model class Item {
  var name: String
  var days = 1 { didSet { note = "\(oldValue)" } }
  var note: String?
  @Transient var cache: Int? = nil
  @Attribute(.transformable(by: "Color")) var color: [Int]? = nil
  var kind = Kind.a
  @Relationship(inverse: \Box.items) var box: Box?
  #Unique<Item>([\.name])
  #Index<Item>([\.days])
  init(name: String) { self.name = name }
  func longer() { days += 1 }
  var title: String { name }
  static let first = 1
  static var made: Item { Item(name: "") }
}
extension Item { var upper: String { name.uppercased() } }
enum Kind: String, Codable { case a, b }
@Model final class Box {
  @Attribute(.unique) var label: String
  var items: [Item] = []
  init(label: String) { self.label = label }
}
@Model class Sub: Item { var extra = 2 }
@Model class SubSub: Sub { var more: String; init(more: String) { self.more = more; super.init(name: more) } }
@Model public class Pub { public var a = 1; public init() {} }
@Model open class Op { open var a = 1; public init() {} }
@Model open class OpSub: Op { }
@Model nonisolated class Non { var a = 1; init() {} }
enum Outer { @Model final class Inner { var a = 1; init() {} } }
nonisolated func look(_ item: Item) -> String { item.longer(); return item.name + item.title + item.upper }
nonisolated func lookSub(_ item: SubSub) -> String { item.more + "\(item.extra)" }
enum V1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Thing.self] }
  @Model final class Thing { var name: String; init(name: String) { self.name = name } }
}
enum V2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Thing.self] }
  @Model final class Thing { @Attribute(.unique) var name: String; var count = 0; init(name: String) { self.name = name } }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] { [one] }
  static let one = MigrationStage.custom(fromVersion: V1.self, toVersion: V2.self,
    willMigrate: { context in
      let things = try context.fetch(FetchDescriptor<V1.Thing>())
      for t in things { t.name += helper() }
      try context.save()
    }, didMigrate: nil)
}
nonisolated func helper() -> String { "!" }
typealias Thing = V2.Thing
@ModelActor actor Worker {
  func add(_ name: String) throws -> PersistentIdentifier {
    let item = Item(name: name)
    modelContext.insert(item)
    item.longer()
    try modelContext.save()
    return item.persistentModelID
  }
  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Item>(predicate: #Predicate { $0.name == "x" && $0.days > 1 })) }
  func rename(_ id: PersistentIdentifier) { self[id, as: Item.self]?.name = "y" }
}
@Observable class ViewModel {
  let context: ModelContext
  var items: [Item] = []
  init(_ container: ModelContainer) { context = container.mainContext }
  func load(text: String) throws {
    let p = #Predicate<Item> { $0.name.localizedStandardContains(text) && $0.kind == .a }
    items = try context.fetch(FetchDescriptor<Item>(predicate: p, sortBy: [SortDescriptor(\.name), SortDescriptor(\Item.days, order: .reverse)]))
  }
}
func mainThings() async throws {
  let container = try ModelContainer(for: Item.self, Thing.self, migrationPlan: Plan.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  container.mainContext.insert(Item(name: "x"))
  try container.mainContext.save()
  let worker = Worker(modelContainer: container)
  let id = try await worker.add("z")
  await worker.rename(id)
  _ = container.mainContext.model(for: id)
  let vm = ViewModel(container)
  try vm.load(text: "x")
  try await Task.detached { let c = ModelContext(container); c.insert(Item(name: "d")); try c.save(); _ = try c.fetch(FetchDescriptor<Sub>()) }.value
  let all = Schema([Item.self, Box.self])
  _ = all
}
final class Repo {
  let container: ModelContainer
  lazy var context = ModelContext(container)
  init(_ c: ModelContainer) { container = c }
  var named: Predicate<Item> { #Predicate { $0.name == "x" } }
}
actor Other {
  func work(_ container: ModelContainer) throws -> Int {
    let context = ModelContext(container)
    context.insert(Sub(name: "s"))
    return try context.fetch(FetchDescriptor<Item>()).map(\.days).reduce(0, +)
  }
}
