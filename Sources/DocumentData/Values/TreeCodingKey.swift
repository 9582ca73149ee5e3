/// A key that no type declares: a position in a list, or the place of a superclass's values.
struct TreeCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  static let superclass = TreeCodingKey(stringValue: "super")
}

/// The deepest value that can be stored: coding calls itself for each level of a value.
let deepestTreeCoding = 64
