import DocumentFile
import DocumentTables

/// What a file states of a field, as a typed tree, because the properties of its format cannot.
///
/// It counts as long as the properties say what they did when it was written, so another program's edit wins over it.
struct ExactValue: Sendable {
  /// The name of the attribute, or ``MadeFields/participants``.
  let name: String
  let value: Tree
  /// What the properties say; nil for nothing.
  let instead: Tree?

  init(_ name: String, _ value: Tree, instead: Tree? = nil) {
    self.name = name
    self.value = value
    self.instead = instead
  }

  /// Reads the JSON of both trees; nil if either is none.
  init?(_ name: String, text: String, instead: String?) {
    guard let value = Tree(exactText: text) else { return nil }
    let tree = instead.map { Tree(exactText: $0) }
    if let tree, tree == nil { return nil }
    self.init(name, value, instead: tree ?? nil)
  }

  /// What a reader made of an exact value.
  enum Reading {
    case taken, same
    /// The document cannot state it.
    case unread
    /// Another program has changed the field.
    case outdated

    /// The code of the finding; nil if there is nothing to note.
    var code: ImportReport.Code? {
      switch self {
      case .taken, .same: nil
      case .unread: .unreadProperty
      case .outdated: .outdatedExtension
      }
    }
  }
}

extension TripSchema {
  /// Returns exact values of the fields of an object of which the properties of a file say something else.
  ///
  /// - Parameters:
  ///   - standard: What the properties say.
  ///   - guarded: What they say to the first version of a reader, which every later one knows.
  ///   - blank: What the object is about which they say nothing.
  func exactValues(
    of object: ObjectContent, as entity: String, besides standard: ObjectContent,
    guarded: ObjectContent, blank: ObjectContent
  ) -> [ExactValue] {
    var exact: [ExactValue] = []
    func add(_ name: String, _ value: Tree, _ instead: Tree, _ blank: Tree) {
      exact.append(ExactValue(name, value, instead: instead == blank ? nil : instead))
    }
    for attribute in attributes(of: entity) {
      let name = attribute.name
      func tree(_ content: ObjectContent) -> Tree {
        Tree(content.values[name] ?? .null, of: attribute.type)
      }
      if object.values[name] ?? .null != standard.values[name] ?? .null {
        add(name, tree(object), tree(guarded), tree(blank))
      }
    }
    if isTrip(entity), object.participants != standard.participants {
      add(
        MadeFields.participants, .participants(object.participants),
        .participants(guarded.participants), .participants(blank.participants))
    }
    return exact
  }

  /// Puts an exact value in place of what the properties of a file say of an object.
  ///
  /// - Parameters:
  ///   - guarded: As in ``exactValues(of:as:besides:guarded:blank:)``; nil if the first version could not read the file.
  ///   - blank: As there.
  /// - Returns: Nil for the name of no field.
  func take(
    _ exact: ExactValue, in content: inout ObjectContent, of entity: String,
    guarded: @autoclosure () -> ObjectContent?, blank: ObjectContent
  ) -> ExactValue.Reading? {
    if exact.name == MadeFields.participants {
      guard let people = exact.value.participants else { return .unread }
      let stated = exact.instead.map(\.participants) ?? blank.participants
      if stated == content.participants {
        content.participants = people
        return .taken
      }
      return people == content.participants ? .same : .outdated
    }
    guard let attribute = attributes(of: entity).first(where: { $0.name == exact.name }) else {
      return nil
    }
    let (name, type) = (attribute.name, attribute.type)
    guard let value = attribute.value(ofTree: exact.value) else { return .unread }
    func tree(_ content: ObjectContent) -> Tree { Tree(content.values[name] ?? .null, of: type) }
    // Files of earlier versions have the mark of a time at a place.
    let stated = exact.instead?.widened(to: type) ?? tree(blank)
    if stated == tree(content) || guarded().map({ tree($0) == stated }) ?? false {
      content.values[name] = value
      return .taken
    }
    return content.values[name] ?? .null == value ? .same : .outdated
  }
}

extension Tree {
  /// Returns the participants of a trip as an exact value.
  fileprivate static func participants(_ people: [TripParticipant]) -> Tree {
    .array(
      people.map { person in
        .members(["name": .text(person.name), "email": person.email.map { .text($0) } ?? .null])
      })
  }

  /// The participants that the tree states; nil if it is no list of them.
  fileprivate var participants: [TripParticipant]? {
    guard let items = arrayValue else { return nil }
    let people = items.compactMap { item in
      item["name"]?.textValue.map { TripParticipant(name: $0, email: item["email"]?.textValue) }
    }
    return people.count == items.count ? people : nil
  }
}

extension TableAttribute {
  /// Returns the value that a tree states; nil if a document cannot state it for the attribute.
  func value(ofTree tree: Tree) -> Value? {
    if tree.isNull { return isNullable ? .null : nil }
    if case .structure(let structure) = type {
      return (try? structure.value(of: tree)).map { type.known(.tree($0)) }
    }
    // Files of earlier versions have the mark of a time at a place.
    guard let value = Value(tree.widened(to: type), of: type), Self.isCanonical(value, type) else {
      return nil
    }
    return value
  }

  /// Whether a text is one that a document can state for the type; JSON cannot tell.
  private static func isCanonical(_ value: Value, _ type: AttributeType) -> Bool {
    switch (type, value) {
    case (.scalar(let scalar), .text(let text)): (try? scalar.spelling(of: text)) == text
    case (.array(let element, _), .array(let items)):
      items.allSatisfy { isCanonical($0, .scalar(element)) }
    default: true
    }
  }
}

extension Tree {
  /// Reads the JSON of an exact value; nil if it is none.
  init?(exactText text: String) {
    guard let tree = try? JSONTreeReader.tree(of: Array(text.utf8)), !tree.isDeeper(than: 50)
    else { return nil }
    self = tree
  }

  /// The JSON of an exact value, without control characters, which no line of a calendar can have.
  ///
  /// JSON escapes those below U+0020 itself.
  var exactText: String {
    var bytes: [UInt8] = []
    for byte in CanonicalJSON.bytes(of: self) {
      if byte == 0x7F { bytes.append(contentsOf: "\\u007f".utf8) } else { bytes.append(byte) }
      // XML has no place for U+FFFE and U+FFFF.
      for (mark, escape) in [(0xBE as UInt8, "\\ufffe"), (0xBF, "\\uffff")]
      where bytes.suffix(3).elementsEqual([0xEF, 0xBF, mark]) {
        bytes.replaceSubrange((bytes.count - 3)..., with: escape.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
