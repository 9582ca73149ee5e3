// swift-format-ignore-file
// Declarations that `@Model` accepts, or leaves alone, without a word.
import DocumentData

@Model class Accepted {
  static let first = 1, second = 2
  let constant = 5
  @Transient lazy var late = 1
  var computed: Int { 1 }
  var plain = 1
  @Transient var optional: Int?
  @Transient var (left, right) = (1, 2)
  @Transient weak var other: Accepted?
  var unwrapped: Int!
  init() {}
}

@Model class Constants {
  let id: UUID
  let created: Date
  let note: String?
  let `class`: Int
  let kind: Kind
  @Attribute(.unique) let code: String
  @Attribute(.transformable(by: "Colour")) let colour: Colour
  var parent: Constants?
  init(code: String) {
    id = UUID()
    created = Date()
    note = nil
    `class` = 1
    kind = Kind(name: code)
    self.code = code
    colour = Colour()
  }
  convenience init() { self.init(code: "x") }
}

nonisolated struct Kind: Codable { var name = "" }

final class Colour {}

@Model final class MoreConstants: Constants {
  let more: [Int]
  init(more: [Int]) {
    self.more = more
    super.init(code: "y")
  }
}

@Model public class Open {
  public let name: String
  public init(name: String) { self.name = name }
}

@MainActor @Model class OnTheMainActor {
  let code: UUID
  var name: String
  var days = 1 { didSet { changes += oldValue } }
  @Transient var changes = 0
  @Attribute(.transformable(by: "Colour")) var colour: Colour? = nil
  @Relationship(inverse: \OnTheMainActor.parent) var parts: [OnTheMainActor] = []
  var parent: OnTheMainActor?
  #Unique<OnTheMainActor>([\.name])
  init(name: String) {
    code = UUID()
    self.name = name
  }
  func change() { days += 1 }
}

@MainActor @Model final class Derived: OnTheMainActor { var more = 1 }

@Model nonisolated class OnNoActor {
  let id: UUID
  var name = ""
  init() { id = UUID() }
}

@MainActor func use(_ context: ModelContext) throws {
  let one = OnTheMainActor(name: "a")
  context.insert(one)
  one.change()
  _ = try context.fetch(FetchDescriptor<OnTheMainActor>(predicate: #Predicate { $0.name == "a" && $0.parent?.days == 1 }))
  _ = try context.fetch(FetchDescriptor<Derived>())
}
