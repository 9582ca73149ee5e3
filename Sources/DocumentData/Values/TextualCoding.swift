/// The coding of values that are written as their descriptions.
extension Encoder {
  /// Writes the description of a value.
  func encode(textOf value: some LosslessStringConvertible) throws {
    var container = singleValueContainer()
    try container.encode(value.description)
  }
}

extension Decoder {
  /// Reads a value from its description.
  ///
  /// - Parameter form: The form of the description in words, such as "a day such as 2026-07-01".
  /// - Throws: `DecodingError` if there is no text, or one that is no description.
  func decodeText<Value: LosslessStringConvertible>(_ form: String) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Value(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not \(form)")
    }
    return value
  }
}
