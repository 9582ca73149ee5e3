extension Tree {
  /// Creates the tree of a value without an attribute.
  package init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value), .reference(let value): self = .integer(value)
    case .unsigned(let value): self = .number(value)
    case .double(let value): self = .double(value)
    case .date(let value): self = .date(value)
    case .text(let value): self = .text(value)
    case .uuid(let value): self = .uuid(value)
    case .data(let value): self = .data(value)
    case .array(let values): self = .array(values.map(Tree.init))
    case .tree(let value): self = value
    case .references(let keys): self = .array(keys.map { .integer($0) })
    }
  }

  /// Creates the tree of an attribute's value; dates, days and the values of spelled types are of their own types.
  package init(_ value: Value, of type: AttributeType) {
    switch (type, value) {
    case (.scalar(.date), .double(let seconds)): self = .date(seconds)
    case (.scalar(.day), .integer(let days)): self = .day(days)
    case (.scalar(let scalar), .text(let text)) where scalar.isSpelled:
      self = .spelled(scalar, text)
    case (.array(let element, _), .array(let values)):
      self = .array(values.map { Tree($0, of: .scalar(element)) })
    default: self.init(value)
    }
  }
}

extension Tree {
  /// Returns the tree that a value has after its type widened.
  ///
  /// It is another tree if the wider type has another mark: a time at a place becomes a time by a clock.
  /// Only trees of an older version of a type need this. Trees that are written for a schema have the marks of its types.
  package func widened(to type: AttributeType) -> Tree {
    switch (type, self) {
    case (.scalar(.clockTime), .spelled(.zonedTime, let text)): .spelled(.clockTime, text)
    case (.array(let element, _), .array(let items)):
      .array(items.map { $0.widened(to: .scalar(element)) })
    case (.structure(let structure), .object(let members)):
      .object(
        members.map { item in
          guard let index = structure.member(named: item.name) else { return item }
          return TreeMember(item.name, item.value.widened(to: structure.members[index].type))
        })
    default: self
    }
  }
}

extension Value {
  /// Creates the value of a tree for an attribute type; nil if the tree is no such value.
  package init?(_ tree: Tree, of type: AttributeType) {
    switch type {
    case .scalar(let scalar): self.init(tree, of: scalar)
    case .array(let element, let nullable):
      guard case .array(let items) = tree else { return nil }
      var values: [Value] = []
      for item in items {
        if nullable, item.isNull {
          values.append(.null)
        } else if let value = Value(item, of: element) {
          values.append(value)
        } else {
          return nil
        }
      }
      self = .array(values)
    case .dictionary, .tree: self = .tree(tree)
    case .structure(let structure):
      guard let value = structure.wholeValue(of: tree) else { return nil }
      self = .tree(value)
    }
  }

  private init?(_ tree: Tree, of scalar: ScalarType) {
    switch (scalar, tree) {
    case (.bool, .bool(let value)): self = .bool(value)
    case (.uint64, .integer(let value)) where value >= 0: self = .unsigned(UInt64(value))
    case (.uint64, .unsigned(let value)): self = .unsigned(value)
    case (.float, .double(let value)) where value.isNaN || Double(Float(value)) == value:
      self = .double(value)
    case (.double, .double(let value)): self = .double(value)
    // A program that respells numbers writes 1.0 as 1; the type tells what it was.
    case (.float, .integer(let value)) where Float(exactly: value) != nil:
      self = .double(Double(value))
    case (.double, .integer(let value)) where Double(exactly: value) != nil:
      self = .double(Double(value))
    case (.float, .unsigned(let value)) where Float(exactly: value) != nil:
      self = .double(Double(value))
    case (.double, .unsigned(let value)) where Double(exactly: value) != nil:
      self = .double(Double(value))
    case (.text, .text(let value)): self = .text(value)
    case (.date, .date(let value)): self = .date(value)
    case (.day, .day(let value)): self = .integer(value)
    case (.uuid, .uuid(let value)): self = .uuid(value)
    case (_, .spelled(let type, let value)) where type == scalar: self = .text(value)
    case (.data, .data(let value)): self = .data(value)
    case (_, .integer(let value)):
      guard let range = scalar.integerRange, range.contains(value) else { return nil }
      self = .integer(value)
    default: return nil
    }
  }
}
