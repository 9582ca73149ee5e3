import DocumentTables

extension AttributeCodingFactory {
  /// Returns the coding of an attribute whose values a value transformer converts to data; nil
  /// stays nil.
  ///
  /// The transformer is looked up at each use, because it may be registered after the schema is
  /// created. A container checks that it is registered.
  static func transformed(_ type: Any.Type, by name: String) -> any AnyAttributeCoding {
    func open<Content>(_ type: Content.Type) -> any AnyAttributeCoding { coding(type, name) }
    return open(type)
  }

  private static func coding<Content>(
    _ type: Content.Type, _ name: String
  ) -> AttributeCoding<Content> {
    let absent = (type as? any OptionalType.Type)?.absent as? Content
    return AttributeCoding<Content>(
      _AttributeType(.scalar(.data), isNullable: type is any OptionalType.Type),
      encode: { content in
        let transformer = try transformer(name, type)
        let value: Any?
        if let optional = content as? any OptionalType {
          value = optional.wrappedAny
        } else {
          value = content
        }
        guard let value else { return .null }
        guard let data = data(transformer.transformedValue(value)) else {
          throw AttributeProblem(
            .notEncodable, type: type, "the value transformer \(name) makes no data of it")
        }
        return .data([UInt8](data))
      },
      decode: { value in
        guard case .data(let bytes) = value else { return value.isNull ? absent : nil }
        let content = try transformer(name, type).reverseTransformedValue(Data(bytes))
        guard let content = content as? Content else {
          throw AttributeProblem(
            .notDecodable, type: type, "the value transformer \(name) makes no such value of it")
        }
        return content
      })
  }

  private static func data(_ value: Any?) -> Data? {
    (value as? Data) ?? (value as? NSData).map { Data(referencing: $0) }
  }

  private static func transformer(
    _ name: String, _ type: Any.Type
  ) throws(AttributeProblem) -> ValueTransformer {
    guard let transformer = ValueTransformerRegistry.transformer(named: name) else {
      throw AttributeProblem(
        .noTransformer, type: type, "no value transformer is registered as \(name)")
    }
    return transformer
  }
}
