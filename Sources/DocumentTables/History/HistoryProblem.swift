/// The reason why the history of a document is invalid.
package struct HistoryProblem: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case malformed
    /// The digest of a transaction contradicts the one that the document states.
    case digest
    /// The transactions name more objects than the limits allow.
    case tooLarge
  }

  package var code: Code
  /// The number of the transaction; nil if the problem concerns no single one.
  package var transaction: Int64?
  package var detail: String

  package init(_ detail: String, code: Code = .malformed, transaction: Int64? = nil) {
    self.code = code
    self.transaction = transaction
    self.detail = detail
  }
}

/// A reader of the members of one object of a history, which reports missing, unknown and malformed
/// members.
struct HistoryMembers {
  private let place: String
  private let transaction: Int64?
  /// The members that have not been read yet.
  private var members: [TreeMember]

  init(_ tree: Tree, of place: String, transaction: Int64? = nil) throws(HistoryProblem) {
    self.place = place
    self.transaction = transaction
    guard case .object(let members) = tree else {
      throw HistoryProblem("\(place): an object is expected", transaction: transaction)
    }
    self.members = members
  }

  func problem(_ words: String) -> HistoryProblem {
    HistoryProblem("\(place): \(words)", transaction: transaction)
  }

  mutating func optional(_ name: String) -> Tree? {
    guard let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    return members.remove(at: index).value
  }

  mutating func required(_ name: String) throws(HistoryProblem) -> Tree {
    guard let value = optional(name) else { throw problem("\(name) is missing") }
    return value
  }

  mutating func text(_ name: String) throws(HistoryProblem) -> String {
    guard let text = try required(name).textValue else { throw problem("\(name) is not a text") }
    return text
  }

  mutating func optionalText(_ name: String) throws(HistoryProblem) -> String? {
    guard let tree = optional(name) else { return nil }
    guard let text = tree.textValue else { throw problem("\(name) is not a text") }
    return text
  }

  mutating func digest(_ name: String) throws(HistoryProblem) -> Digest {
    guard let digest = Digest(text: try text(name)) else {
      throw problem("\(name) is not 64 lower-case hexadecimal digits")
    }
    return digest
  }

  mutating func optionalCount(_ name: String) throws(HistoryProblem) -> Int? {
    guard let tree = optional(name) else { return nil }
    guard let number = tree.integerValue, let count = Int(exactly: number), count >= 0 else {
      throw problem("\(name) is no count")
    }
    return count
  }

  mutating func array(_ name: String) throws(HistoryProblem) -> [Tree] {
    guard let items = try required(name).arrayValue else { throw problem("\(name) is no array") }
    return items
  }

  mutating func optionalArray(_ name: String) throws(HistoryProblem) -> [Tree] {
    guard let tree = optional(name) else { return [] }
    guard let items = tree.arrayValue else { throw problem("\(name) is no array") }
    return items
  }

  mutating func texts(_ name: String) throws(HistoryProblem) -> [String] {
    var texts: [String] = []
    for item in try optionalArray(name) {
      guard let text = item.textValue else { throw problem("\(name) is no array of texts") }
      texts.append(text)
    }
    return texts
  }

  /// The names and values that have not been read.
  mutating func rest() -> [TreeMember] {
    defer { members = [] }
    return members
  }

  func finish() throws(HistoryProblem) {
    if let name = members.map(\.name).min(by: utf8Precedes) {
      throw problem("unknown member \(name.quotedIfBlank)")
    }
  }
}
