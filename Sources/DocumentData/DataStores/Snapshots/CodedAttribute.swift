import DocumentTables
import Foundation

/// The coding of an attribute's value in a snapshot, the same for every coder.
///
/// Values that coders may change are encoded as text in the exact spelling of the document format:
/// dates, days, UUIDs, data, decimals, URLs, and the doubles that JSON lacks.
struct CodedAttribute: Encodable, DecodableWithConfiguration {
  let value: Value
  let type: SnapshotAttributeType

  init(_ value: Value, _ type: SnapshotAttributeType) {
    self.value = value
    self.type = type
  }

  // MARK: Encoding

  func encode(to encoder: any Encoder) throws {
    switch (type.type, value) {
    case (_, .null):
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case (.scalar(let scalar), _):
      var container = encoder.singleValueContainer()
      switch Tree(value, of: .scalar(scalar)) {
      case .bool(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .unsigned(let value): try container.encode(value)
      case .double(let value) where value.isFinite && !(value == 0 && value.sign == .minus):
        try container.encode(value)
      default: try container.encode(scalar.text(of: value) ?? "")
      }
    case (.array(let element, let isNullable), .array(let values)):
      var container = encoder.unkeyedContainer()
      let type = SnapshotAttributeType(.scalar(element), isNullable: isNullable)
      for value in values { try container.encode(CodedAttribute(value, type)) }
    default: try CodedTree(Tree(value, of: type.type)).encode(to: encoder)
    }
  }

  // MARK: Decoding

  init(from decoder: any Decoder, configuration type: SnapshotAttributeType) throws {
    self.type = type
    if type.isNullable, let container = try? decoder.singleValueContainer(), container.decodeNil() {
      value = .null
      return
    }
    switch type.type {
    case .scalar(let scalar):
      let tree = try Self.tree(of: scalar, from: decoder)
      guard let value = Value(tree, of: .scalar(scalar)) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath, debugDescription: "no value of type \(scalar.rawValue)"
          ))
      }
      self.value = value
    case .array(let element, let isNullable):
      var container = try decoder.unkeyedContainer()
      let elementType = SnapshotAttributeType(.scalar(element), isNullable: isNullable)
      var values: [Value] = []
      while !container.isAtEnd {
        if isNullable, try container.decodeNil() {
          values.append(.null)
        } else {
          values.append(
            try container.decode(CodedAttribute.self, configuration: elementType).value)
        }
      }
      value = .array(values)
    case .dictionary, .tree, .structure:
      value = .tree(try CodedTree(from: decoder).tree)
    }
  }

  private static func tree(of scalar: ScalarType, from decoder: any Decoder) throws -> Tree {
    let container = try decoder.singleValueContainer()
    switch scalar {
    case .bool: return .bool(try container.decode(Bool.self))
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      return .integer(try container.decode(Int64.self))
    case .uint64: return .number(try container.decode(UInt64.self))
    case .float, .double:
      if let value = try? container.decode(Double.self) { return .double(value) }
    default: break
    }
    let text = try container.decode(String.self)
    do throws(TextFormProblem) {
      switch scalar {
      case .float, .double: return .double(try FloatingPointText.parseWithWords(text))
      case .date: return .date(try DateText.parse(text))
      case .day: return .day(try DayText.parse(text))
      case .uuid: return .uuid(try UUIDText.parse(text))
      case .data: return .data(try DataText.parse(text))
      default: return Tree(.text(try scalar.spelling(of: text)), of: .scalar(scalar))
      }
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "\(text) is no \(scalar.rawValue)",
          underlyingError: error))
    }
  }
}
