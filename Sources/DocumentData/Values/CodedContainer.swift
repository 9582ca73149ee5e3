import DocumentTables

/// An optional, array, set or dictionary that is no `_PersistentValue`, such as `[Reason]`,
/// `Address?` or `[String: Reason]`; its coding consists of the codings of its elements.
protocol CodedContainer {
  static func makeCoding() -> (any AnyAttributeCoding)?
}

extension Optional: CodedContainer {
  static func makeCoding() -> (any AnyAttributeCoding)? {
    guard let wrapped = AttributeCoding.shared(Wrapped.self) else { return nil }
    return AttributeCoding<Wrapped?>(
      _AttributeType(wrapped.attributeType.type, isNullable: true), cases: wrapped.cases,
      isEnumeration: wrapped.isEnumeration, isOwnType: wrapped.isOwnType,
      storedCases: wrapped.storedCases,
      encode: { try $0.map { try wrapped.encode($0) } ?? .null },
      decode: { .some($0.isNull ? nil : try wrapped.decode($0)) })
  }
}

extension Array: CodedContainer {
  static func makeCoding() -> (any AnyAttributeCoding)? {
    guard let element = AttributeCoding<Element>.shared(Element.self) else { return nil }
    let form = ListForm(element.attributeType)
    return AttributeCoding<[Element]>(
      _AttributeType(form.type), storedCases: element.casesOfElement,
      encode: { form.value(of: try $0.map { try element.encode($0) }) },
      decode: { try form.elements(of: $0)?.map { try element.decode($0) } })
  }
}

extension Set: CodedContainer {
  static func makeCoding() -> (any AnyAttributeCoding)? {
    guard let element = AttributeCoding<Element>.shared(Element.self) else { return nil }
    let form = SetForm(element.attributeType)
    let cases = element.casesOfElement.map { AttributeCases(isSet: true, cases: $0.cases) }
    // Two unknown cases read as one element, which is no reason to refuse either.
    let mayRepeat = cases.contains { $0.cases.unknown != nil || !$0.cases.originals.isEmpty }
    return AttributeCoding<Set<Element>>(
      _AttributeType(form.type), storedCases: cases,
      encode: { form.value(of: try $0.map { try element.encode($0) }) },
      decode: { value in
        guard let values = form.elements(of: value) else { return nil }
        var content: Set<Element> = []
        for value in values {
          guard content.insert(try element.decode(value)).inserted || mayRepeat else { return nil }
        }
        return mayRepeat && Set<Value>(values).count < values.count ? nil : content
      })
  }
}

extension Dictionary: CodedContainer {
  static func makeCoding() -> (any AnyAttributeCoding)? {
    guard let key = AttributeCoding<Key>.shared(Key.self),
      let element = AttributeCoding<Value>.shared(Value.self)
    else { return nil }
    let form = MapForm(key.attributeType, element.attributeType)
    return AttributeCoding<[Key: Value]>(
      _AttributeType(form.type),
      encode: { content in
        form.value(of: try content.map { (try key.encode($0.key), try element.encode($0.value)) })
      },
      decode: { value in
        guard let entries = form.entries(of: value) else { return nil }
        var content: [Key: Value] = [:]
        for (stored, value) in entries {
          let key = try key.decode(stored)
          guard content.updateValue(try element.decode(value), forKey: key) == nil
          else { return nil }
        }
        return content
      })
  }
}

extension AttributeCoding {
  /// The cases of values that are the elements of a list; none if these are no scalars.
  fileprivate var casesOfElement: [AttributeCases] {
    if case .scalar = attributeType.type { storedCases } else { [] }
  }
}
