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
