import DocumentTables

/// A reader of the members of a header's or manifest's object, which reports missing, unknown and
/// malformed members.
struct TreeMembers {
  private let code: DocumentError.Code
  private let part: String
  /// The path of the object as a list of names; empty for the outermost object.
  var path: String
  /// The members that have not been read yet: so few that a linear search is cheaper than hashing
  /// names.
  private var members: [TreeMember]

  init(_ tree: Tree, code: DocumentError.Code, part: String, path: String = "")
    throws(DocumentError)
  {
    self.code = code
    self.part = part
    self.path = path
    guard case .object(let list) = tree else {
      members = []
      throw error("an object is expected")
    }
    members = list
  }

  func error(_ words: String) -> DocumentError {
    DocumentError(code, part: part, path.isEmpty ? words : "\(path): \(words)")
  }

  mutating func optional(_ name: String) -> Tree? {
    guard
      let index = members.firstIndex(where: {
        $0.name.utf8.elementsEqual(name.utf8)
      })
    else { return nil }
    return members.remove(at: index).value
  }

  mutating func required(_ name: String) throws(DocumentError) -> Tree {
    guard let value = optional(name) else { throw error("\(name) is missing") }
    return value
  }

  mutating func object(_ name: String) throws(DocumentError) -> TreeMembers {
    guard let object = try optionalObject(name) else { throw error("\(name) is missing") }
    return object
  }

  /// Reads an object; nil if the member is absent.
  mutating func optionalObject(_ name: String) throws(DocumentError) -> TreeMembers? {
    guard let tree = optional(name) else { return nil }
    return try TreeMembers(
      tree, code: code, part: part, path: path.isEmpty ? name : "\(path).\(name)")
  }

  mutating func array(_ name: String) throws(DocumentError) -> [Tree] {
    guard let items = try required(name).arrayValue else { throw error("\(name) is no array") }
    return items
  }

  mutating func text(_ name: String) throws(DocumentError) -> String {
    guard let text = try required(name).textValue else { throw error("\(name) is not a text") }
    return text
  }

  /// Reads a text; nil if the member is absent.
  mutating func optionalText(_ name: String) throws(DocumentError) -> String? {
    guard let value = optional(name) else { return nil }
    guard let text = value.textValue else { throw error("\(name) is not a text") }
    return text
  }

  /// Reads the media type of an attachment; nil if the member is absent.
  mutating func mediaType() throws(DocumentError) -> String? {
    guard let text = try optionalText("mediaType") else { return nil }
    // XML states it in a tag, whose length readers limit.
    guard text.utf8.count <= 1024 else { throw error("mediaType has more than 1024 bytes") }
    guard MediaType.isValid(text) else {
      throw error("\(text.quotedIfBlank) is not a media type")
    }
    return text
  }

  mutating func count(_ name: String) throws(DocumentError) -> Int {
    try count(name, try required(name))
  }

  /// Reads the items of an array; none if the member is absent.
  mutating func list(_ name: String) throws(DocumentError) -> [Tree] {
    guard let value = optional(name) else { return [] }
    guard let items = value.arrayValue else { throw error("\(name) is no array") }
    return items
  }

  /// Reads all remaining members as counts.
  mutating func counts() throws(DocumentError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for member in members {
      let count = try count(member.name, member.value)
      // Names that differ in their bytes may be canonically equivalent.
      let name = CanonicalOrder.ordered(member.name)
      guard counts.updateValue(count, forKey: name) == nil else {
        throw error("\(member.name.quotedIfBlank) occurs twice")
      }
    }
    members = []
    return counts
  }

  private func count(_ name: String, _ value: Tree) throws(DocumentError) -> Int {
    guard let number = value.integerValue, let count = Int(exactly: number), count >= 0 else {
      throw error("\(name) is no count")
    }
    return count
  }

  /// Reads a key; nil if the member is absent.
  mutating func optionalKey(_ name: String) throws(DocumentError) -> ObjectKey? {
    guard let value = optional(name) else { return nil }
    guard let key = value.integerValue, ObjectKeyRange.all.contains(key) else {
      throw error("\(name) is no key")
    }
    return key
  }

  mutating func nextKey() throws(DocumentError) -> ObjectKey {
    guard let key = try required("nextKey").integerValue, key >= 1, key <= ObjectKeyRange.end else {
      throw error("nextKey is no key")
    }
    return key
  }

  mutating func digest(_ name: String) throws(DocumentError) -> Digest {
    guard let digest = try optionalDigest(name) else { throw error("\(name) is missing") }
    return digest
  }

  /// Reads a digest; nil if the member is absent.
  mutating func optionalDigest(_ name: String) throws(DocumentError) -> Digest? {
    guard let text = try optionalText(name) else { return nil }
    guard let digest = Digest(text: text) else {
      throw error("\(name) is not 64 lower-case hexadecimal digits")
    }
    return digest
  }

  mutating func uuid(_ name: String) throws(DocumentError) -> UInt128 {
    let text = try text(name)
    guard let value = try? UUIDText.parse(text) else {
      throw error("\(name) is not a UUID in upper case")
    }
    return value
  }

  /// Reads the names of features; none if the member is absent.
  ///
  /// A name consists of letters, digits, points and hyphens.
  mutating func features(_ name: String) throws(DocumentError) -> [String] {
    var names: [String] = []
    for item in try list(name) {
      guard let text = item.textValue else { throw error("\(name) contains more than texts") }
      guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy(Self.isFeatureByte) else {
        throw error(
          "\(name): \(text.quotedIfBlank) is not the name of a feature, "
            + "which has 1 to 255 letters, digits, points and hyphens")
      }
      names.append(text)
    }
    return names
  }

  private static func isFeatureByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "."), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// Throws if a member has not been read: features are announced in lists, never by new members.
  func finish() throws(DocumentError) {
    if let name = members.map(\.name).min(by: utf8Precedes) {
      throw error("unknown member \(name.quotedIfBlank)")
    }
  }
}
