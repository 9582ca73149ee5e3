import DocumentTables

/// Determines at run time what kind of attribute a type is, and creates its coding.
package enum AttributeCodingFactory {
  static func coding<Content>(of type: Content.Type) -> AttributeCoding<Content>? {
    let made: (any AnyAttributeCoding)? =
      if let type = type as? any _PersistentValue.Type {
        direct(type)
      } else if let type = type as? any CodedContainer.Type {
        type.makeCoding()
      } else if let type = type as? any WideInteger.Type {
        type.makeCoding()
      } else if let type = type as? any PersistentStructure.Type {
        structure(type)
      } else {
        enumeration(type) ?? (type as? any Codable.Type).map { tree($0) }
      }
    return made as? AttributeCoding<Content>
  }

  /// Returns the coding of a type that is known only at run time.
  package static func coding(ofAny type: Any.Type) -> (any AnyAttributeCoding)? {
    func open<Content>(_ type: Content.Type) -> (any AnyAttributeCoding)? {
      AttributeCoding.shared(type)
    }
    return open(type)
  }

  private static func direct<Content: _PersistentValue>(
    _ type: Content.Type
  ) -> any AnyAttributeCoding {
    AttributeCoding<Content>(
      type._$attributeType, encode: { $0.tableValue }, decode: { Content(tableValue: $0) })
  }

  private static func enumeration(_ type: Any.Type) -> (any AnyAttributeCoding)? {
    guard let type = type as? any RawRepresentable.Type else { return nil }
    func open<Content: RawRepresentable>(_ type: Content.Type) -> (any AnyAttributeCoding)? {
      (Content.RawValue.self as? any _PersistentValue.Type).flatMap { raw(type, $0) }
    }
    return open(type)
  }

  private static func raw<Content: RawRepresentable, Raw: _PersistentValue>(
    _ type: Content.Type, _ rawType: Raw.Type
  ) -> (any AnyAttributeCoding)? {
    guard case .scalar = Raw._$attributeType.type, !Raw._$attributeType.isNullable
    else { return nil }
    let stored = StoredCases(type, rawType)
    func content(_ value: Value) -> Content? {
      (Raw(tableValue: value) as? Content.RawValue).flatMap(Content.init(rawValue:))
    }
    return AttributeCoding<Content>(
      Raw._$attributeType, cases: stored.unknown == nil ? cases(of: type) : nil,
      isEnumeration: true, storedCases: [AttributeCases(cases: stored)],
      encode: { content in
        guard let raw = content.rawValue as? Raw else {
          throw AttributeProblem(.notEncodable, type: type)
        }
        return raw.tableValue
      },
      decode: { value in
        content(value) ?? stored.replacement(for: value).flatMap(content)
      })
  }

  /// Returns all values of an enum that lists its cases; a struct with a raw value may have others.
  private static func cases<Content: RawRepresentable>(of type: Content.Type) -> [Value]? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    func open<Cases: CaseIterable>(_ type: Cases.Type) -> [Value]? {
      let all = Array(type.allCases)
      guard let first = all.first, Mirror(reflecting: first).displayStyle == .enum
      else { return nil }
      return all.compactMap { (($0 as? Content)?.rawValue as? any _PersistentValue)?.tableValue }
    }
    return open(type)?.sorted(by: precedes)
  }

  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.unsigned(let left), .unsigned(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.text(let left), .text(let right)): utf8Precedes(left, right)
    default: false
    }
  }

  private static func tree<Content: Codable>(_ type: Content.Type) -> any AnyAttributeCoding {
    AttributeCoding<Content>(
      _AttributeType(.tree(shape: nil)), isOwnType: true,
      encode: { .tree(try TreeEncoder.encode($0)) },
      decode: { value in
        guard case .tree(let tree) = value else { return nil }
        return try TreeDecoder.decode(type, from: tree)
      })
  }
}
