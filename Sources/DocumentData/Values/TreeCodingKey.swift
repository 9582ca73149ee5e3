/// A key that no type declares: a position in a list, or the part of an object that its superclass
/// encodes.
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

/// The greatest depth of a value that can be stored: coding recurses for each level of a value.
let deepestTreeCoding = 64
