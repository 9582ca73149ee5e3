/// Defaults and cases in a schema, spelled as a record in JSON spells the values of the attribute
/// (spec 4).
///
/// The type of the attribute tells what a text or number is, so neither carries a mark.
extension Tree {
  /// Creates the spelling of a value.
  init(stating value: Value, of type: AttributeType) {
    switch (type, value) {
    case (_, .null): self = .null
    case (.scalar(let scalar), _): self.init(stating: value, of: scalar)
    case (.array(let element, _), .array(let values)):
      self = .array(values.map { $0.isNull ? .null : Tree(stating: $0, of: element) })
    case (.structure(let structure), .tree(let tree)):
      self = .object(
        zip(structure.members, structure.values(of: tree)).map { member, value in
          TreeMember(member.name, Tree(stating: value, of: member.type))
        })
    default: self.init(value, of: type)
    }
  }

  private init(stating value: Value, of scalar: ScalarType) {
    switch Tree(value, of: .scalar(scalar)) {
    case .integer(let number) where number.magnitude > CanonicalJSON.largestExactInteger.magnitude:
      self = .text(String(number))
    case .unsigned(let number): self = .text(String(number))
    case .double(let number) where scalar == .float:
      self = Self.statedNumber(FloatingPointText.text(Float(number)))
    case .double(let number): self = Self.statedNumber(FloatingPointText.text(number))
    case .date(let seconds): self = .text(DateText.text(seconds))
    case .day(let days): self = .text(DayText.text(days))
    case .uuid(let value): self = .text(UUIDText.text(value))
    case .data(let bytes): self = .text(DataText.text(bytes))
    case .spelled(_, let text): self = .text(text)
    case let other: self = other
    }
  }

  /// Creates the spelling of the value that a text denotes in XML; nil if it denotes none.
  package init?(statedText text: String, of type: ScalarType) {
    var text = text
    guard let value = text.withUTF8({ try? Value(text: $0, of: type) }) else { return nil }
    self.init(stating: value, of: type)
  }

  /// Whole doubles are integers here, because programs that respell JSON write `1.0` as `1`; those
  /// that JSON has no number for, or that such programs change, are texts.
  ///
  /// - Parameter text: The text of the number in its own width, which is the shortest.
  private static func statedNumber(_ text: String) -> Tree {
    guard
      let number = try? FloatingPointText.parse(text, as: Double.self, spelling: .canonical),
      FloatingPointText.isJSONNumber(number)
    else { return .text(text) }
    guard number.rounded(.towardZero) == number else { return .double(number) }
    guard let integer = Int64(exactly: number),
      integer.magnitude <= CanonicalJSON.largestExactInteger.magnitude
    else { return .text(text) }
    return .integer(integer)
  }
}

extension Value {
  /// Creates the value that a schema spells; nil if the spelling is not one of the type.
  package init?(stated tree: Tree, of type: AttributeType) {
    switch (type, tree) {
    case (.scalar(let scalar), _): self.init(stated: tree, of: scalar)
    case (.array(let element, let isNullable), .array(let items)):
      var values: [Value] = []
      for item in items {
        if isNullable, item.isNull {
          values.append(.null)
        } else if let value = Value(stated: item, of: element) {
          values.append(value)
        } else {
          return nil
        }
      }
      self = .array(values)
    case (.structure(let structure), .object(let members)):
      var values: [Value?] = Array(repeating: nil, count: structure.members.count)
      for item in members {
        guard let index = structure.member(named: item.name), values[index] == nil else {
          return nil
        }
        let member = structure.members[index]
        let value = item.value.isNull ? .null : Value(stated: item.value, of: member.type)
        guard let value, member.allows(value) else { return nil }
        values[index] = value
      }
      guard let value = try? structure.value(of: values) else { return nil }
      self = .tree(value)
    case (.array, _), (.structure, _): return nil
    case (.dictionary, _), (.tree, _): self.init(tree, of: type)
    }
  }

  private init?(stated tree: Tree, of scalar: ScalarType) {
    switch tree {
    // Spelled as in a record: beyond the integers of JSON numbers as a text.
    case .integer(let number)
    where number.magnitude > CanonicalJSON.largestExactInteger.magnitude: return nil
    case .integer(let number) where scalar == .float: self.init(float: String(number))
    case .double(let number) where scalar == .float:
      self.init(float: FloatingPointText.text(number))
    case .bool, .integer, .double: self.init(tree, of: .scalar(scalar))
    case .text(var text):
      guard let value = text.withUTF8({ try? Value(text: $0, of: scalar) }),
        // A text of what JSON has a number for would be a second spelling of one value.
        Tree(stating: value, of: .scalar(scalar)) == tree
      else { return nil }
      self = value
    default: return nil
    }
  }

  /// Rounds once, from the shortest text, so that every text of a `Float` reads back.
  private init?(float text: String) {
    guard
      let number = try? FloatingPointText.parseWithWords(
        text, as: Float.self, spelling: .anyNumber)
    else { return nil }
    self = .double(Double(number))
  }
}
