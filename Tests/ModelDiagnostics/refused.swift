// swift-format-ignore-file
// Declarations that `@Model` and `@ModelActor` refuse. `scripts/check-diagnostics` compiles this
// file and wants, for each line that ends in a comment `refused: …`, an error there that says so,
// and no other.
import DocumentData

@Model struct Structure {}  // refused: write 'class' instead of 'struct'

@Model enum Enumeration {}  // refused: write 'class' instead of 'enum'

@Model actor Actor {}  // refused: write 'class' instead of 'actor'

func function() {
  @Model class Local {}  // refused: move it into a type or to file level
}

@globalActor actor StoreActor { static let shared = StoreActor() }

@Model @StoreActor class OnAnotherActor {  // refused: belongs to the actor that uses its context
  var name = ""
}

@ModelActor class NoActor {}  // refused: write 'actor' instead of 'class'

@Model class SeveralInOne {
  var a = 1, b = 2  // refused: one property per 'var'
}

@Model class WeakReference {
  var name = ""
  weak var other: WeakReference?  // refused: weak or unowned property 'other'
}

@Model class UnownedReference {
  unowned var other: UnownedReference  // refused: weak or unowned property 'other'
  init(other: UnownedReference) { self.other = other }
}

@Model class Tuple {
  var (a, b) = (1, 2)  // refused: does not persist a tuple pattern
}

@Model class WithoutType {
  var name  // refused: cannot tell the type of 'name'
}

@Model class Both {
  @Attribute(.unique) @Relationship var other: Both?  // refused: write all options into one
  init() {}
}

@Model class Lazy {
  lazy var late = 1  // refused: write a plain 'var', or add @Transient
}

@propertyWrapper struct State<Value> { var wrappedValue: Value }

@Model class Wrapped {
  @State var level = 1  // refused: property wrapper @State; remove the wrapper or add @Transient
}

@Model class Constant {
  let name: String
  let id: UUID
  let other: Constant?  // refused: a relationship ends when the object that it leads to is deleted
  let others: [Constant]  // refused: so it cannot be a 'let'; write 'private(set) var'
  let a, b: Int  // refused: one property per 'var' or 'let'
  let plain: NotCodable  // refused: neither Codable nor a model; make the type Codable
  init(name: String) {
    self.name = name
    id = UUID()
    other = nil
    others = []
    a = 1
    b = 2
    plain = NotCodable()
  }
  func rename() {
    name = "y"  // refused: 'name' is a 'let' constant
  }
}

func assignAgain(_ constant: Constant) {
  constant.id = UUID()  // refused: 'id' is a 'let' constant
}

struct NotCodable {}

@Model class Unstorable {
  var one: NotCodable  // refused: neither Codable nor a model; make the type Codable, add @Transient
  var perhaps: NotCodable?  // refused: @Attribute(.transformable(by:))
  var several: [NotCodable] = []  // refused: neither Codable nor a model
  var named: [String: NotCodable] = [:]  // refused: neither Codable nor a model
  var work: () -> Void = {}  // refused: neither Codable nor a model
  @Transient var transient: NotCodable?
  @Attribute(.transformable(by: "Colour")) var transformed: NotCodable
  init(one: NotCodable) {
    self.one = one
    transformed = one
  }
}

@Model class TransientWithoutDefault {
  var name = ""
  @Transient var cache: Int  // refused: needs a default value
  @Attribute(.ephemeral) var count: Int  // refused: needs a default value
  init(cache: Int) {
    self.cache = cache
    count = 0
  }
}

@Model class WithoutInitializer {  // refused: 'WithoutInitializer' needs an initialiser
  var name: String
  var days = 0
}

@Model class WithDefaultsAlone {  // refused: write 'init() {}'
  var name = ""
}

@Model class DerivedWithoutInitializer: Options {  // refused: or one that sets the properties without a default value
  var own: Int
}

@Model class Options {
  #Index<Options>([\.name, \.cache])  // refused: #Index names 'cache', which a document does not store
  #Index<Options>([\.shout])  // refused: #Index names 'shout', which a document does not store
  #Index<Options>(.binary([\.name]), .rtree([\.cache]))  // refused: name properties that @Model persists
  #Unique<Options>([\.name, \.days], [\.days, \.days])  // refused: #Unique names 'days' twice
  #Unique<Options>([])  // refused: #Unique needs a list of at least one property
  var name = ""
  @Transient var cache = 1
  var shout: String { name.uppercased() }
  @Relationship var days = 0  // refused: @Relationship applies to a model, an optional model or an array
  @Relationship(deleteRule: .cascade) var words: [String] = []  // refused: remove it, or write @Attribute
  @Relationship(.unique) var friends: [Options] = []  // refused: 'friends' cannot be unique; remove .unique
  @Attribute(.unique) var others: [Options] = []  // refused: a to-many relationship cannot be unique
  @Attribute(.unique) var perhaps: [Options]?  // refused: a to-many relationship cannot be unique
  @Attribute(.unique) var best: Options?
  @Attribute(.unique) var tags: [String] = []
  @Attribute(.unique) var plain: NotCodable?  // refused: neither Codable nor a model
  @Relationship(minimumModelCount: 3, maximumModelCount: 2) var few: [Options] = []  // refused: minimumModelCount of 'few' is greater
  var group: Set<Options> = []  // refused: write [Model] instead of Set<Model>
  var perhapsGroup: Set<Options>?  // refused: write [Model] instead of Set<Model>
  init() {}
}
