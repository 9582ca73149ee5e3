// The keys and depth limit that `TreeEncoder` and `TreeDecoder` share.

/// A key that no type declares: a position in a list, the part of an object that its superclass
/// encodes, or the step to a value that is the whole form of another.
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
