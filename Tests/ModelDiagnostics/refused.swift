// swift-format-ignore-file
// Declarations that `@Model` refuses. `scripts/check-diagnostics` compiles this file and wants, for
// each line that ends in a comment `refused: …`, an error there that says so, and no other.
import DocumentData

@Model struct Structure {}  // refused: write 'class' instead of 'struct'

@Model class SeveralInOne {
  var a = 1, b = 2  // refused: one property per 'var'
}

@Model class WeakReference {
  var name = ""
  weak var other: WeakReference?  // refused: weak or unowned property 'other'
}

@Model class Lazy {
  lazy var late = 1  // refused: does not persist the lazy property 'late'
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
