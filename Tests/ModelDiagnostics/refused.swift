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

@Model @MainActor class OnTheMainActor {  // refused: belongs to the actor that uses its context
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
  let name: String  // refused: write 'private(set) var name'
  init(name: String) { self.name = name }
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
