import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase

/// The value of a column, or the reason why it has none.
enum DecodedValue {
  case value(Value)
  /// A value that the document keeps in place as data.
  case kept(Value, String)
  /// A value that nothing can decode; the reason is a part of a sentence.
  case undecodable(String)
}

/// Decodes stored values as values of attributes.
struct ValueDecoding {
  let external: ExternalValues

  /// Decodes a value for an attribute of a document.
  ///
  /// - Parameters:
  ///   - attribute: The attribute of the store.
  ///   - type: The attribute's type in the document.
  ///   - externalBytes: Gets the bytes of a value outside of the store, which many rows may share.
  func decode(
    _ stored: SQLiteValue, _ attribute: ManagedAttribute, as type: AttributeType,
    externalBytes: inout Int
  ) throws(DocumentError) -> DecodedValue {
    var stored = stored
    if case .null = stored { return .value(.null) }
    if attribute.isExternal, case .blob(let blob) = stored {
      switch try external.content(of: blob) {
      case .bytes(let bytes):
        externalBytes = bytes.count
        // External texts are stored as their bytes.
        if attribute.kind == .text, let text = String(validating: bytes, as: UTF8.self) {
          stored = .text(text)
        } else {
          stored = .blob(bytes)
        }
      case .missing(let words): return .undecodable(words)
      }
    }
    switch type {
    case .scalar(let scalar):
      return Self.scalar(stored, scalar).map { .value($0) }
        ?? .undecodable("it is no \(scalar.rawValue)")
    case .array(let element, let isNullable):
      guard case .blob(let bytes) = stored, case .array(let items)? = Self.tree(of: bytes) else {
        return .undecodable("it is no list of \(element.rawValue)")
      }
      var values: [Value] = []
      for item in items {
        if item.isNull, isNullable {
          values.append(.null)
        } else if let value = Self.scalar(item, element) {
          values.append(value)
        } else {
          return .undecodable("it is no list of \(element.rawValue)")
        }
      }
      return .value(.array(values))
    case .dictionary, .tree:
      let tree = Self.leaf(stored, attribute)
      guard let tree else { return .undecodable("it cannot be decoded") }
      if case .data = tree, attribute.kind == .transformable {
        return .kept(.tree(tree), "its archive has classes of the app, or is none")
      }
      return .value(.tree(tree))
    case .structure(let structure):
      let tree = Self.leaf(stored, attribute)
      guard let value = tree.flatMap({ try? structure.value(ofCoded: $0) }) else {
        return .undecodable("it is no value of the structure \(structure.name)")
      }
      return .value(.tree(value))
    }
  }

  /// Returns the tree of a stored value; nil if it has none.
  static func leaf(_ stored: SQLiteValue, _ attribute: ManagedAttribute) -> Tree? {
    let scalar: ScalarType
    switch attribute.kind {
    case .int16: scalar = .int16
    case .int32: scalar = .int32
    case .int64: scalar = .int64
    case .decimal: scalar = .decimal
    case .double, .float: scalar = .double
    case .text: scalar = .text
    case .bool: scalar = .bool
    case .date: scalar = .date
    case .uuid: scalar = .uuid
    case .uri: scalar = .url
    case .data, .transformable:
      switch stored {
      case .blob(let bytes): return tree(of: bytes) ?? .data(bytes)
      default: return plain(stored)
      }
    case .composite, .unknown: return plain(stored)
    }
    return Self.scalar(stored, scalar).map { Tree($0, of: .scalar(scalar)) }
  }

  /// The tree of a value by its storage class alone.
  static func plain(_ stored: SQLiteValue) -> Tree? {
    switch stored {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .double(number)
    case .text(let text): .text(text)
    case .malformedText(let bytes), .blob(let bytes): .data(bytes)
    }
  }

  /// Returns the tree of a property list, a keyed archive or JSON; nil for other bytes.
  static func tree(of bytes: [UInt8]) -> Tree? {
    ArchivedTree.tree(of: bytes) ?? PlainJSON.container(of: bytes)
  }

  // MARK: Scalars

  /// Returns a stored value as a scalar; nil if it is none, or would be another value.
  static func scalar(_ stored: SQLiteValue, _ type: ScalarType) -> Value? {
    switch (stored, type) {
    case (.null, _): return .null
    case (.blob(let bytes), .data): return .data(bytes)
    case (.blob(let bytes), .uuid):
      if bytes.count == 16 { return .uuid(bytes.reduce(0) { $0 << 8 | UInt128($1) }) }
    case (.integer(let number), .bool): return number == 0 || number == 1 ? .bool(number == 1) : nil
    case (.integer(let number), .date): return .date(Double(number))
    case (.real(let number), .date): return .date(number)
    case (.integer(let number), .double): return .double(Double(number))
    case (.real(let number), .double): return .double(number)
    case (.integer(let number), .float): return .double(Double(Float(number)))
    case (.real(let number), .float):
      let rounded = Float(number)
      return rounded.isFinite || !number.isFinite ? .double(Double(rounded)) : nil
    case (.integer(let number), .decimal): return .text(String(number))
    case (.real(let number), .decimal): return decimal(number.description)
    case (.text(let text), .decimal): return decimal(text)
    case (.text(let text), .text): return .text(text)
    case (.text(let text), .url): return (try? URLText.parse(text)) == nil ? nil : .text(text)
    case (.text(let text), .uuid):
      return UUID(uuidString: text).map { .uuid(UUIDText.number(of: $0)) }
    case (.integer(let number), _): return integer(number, type)
    case (.real(let number), _): return Int64(exactly: number).flatMap { integer($0, type) }
    default: break
    }
    // Values of some types lie in an archive or in JSON of their own.
    guard case .blob(let bytes) = stored, type != .text,
      let tree = ArchivedTree.tree(of: bytes) ?? PlainJSON.value(of: bytes)
    else { return nil }
    return scalar(tree, type)
  }

  private static func integer(_ number: Int64, _ type: ScalarType) -> Value? {
    if let range = type.integerRange { return range.contains(number) ? .integer(number) : nil }
    return type == .uint64 && number >= 0 ? .unsigned(UInt64(number)) : nil
  }

  private static func decimal(_ text: String) -> Value? {
    if text == "NaN" || text == "nan" { return .text("NaN") }
    guard text.utf8.count <= 400,
      text.utf8.allSatisfy({
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || [
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"),
          ]
          .contains($0)
      }), let number = Decimal(string: text), number.isFinite
    else { return nil }
    let canonical = DecimalText.text(number)
    return (try? DecimalText.parse(canonical)) == nil ? nil : .text(canonical)
  }

  /// Returns a tree as a scalar, as Foundation's coders and property lists spell it; nil if it is none.
  static func scalar(_ tree: Tree, _ type: ScalarType) -> Value? {
    switch (tree, type) {
    case (.null, _): return nil
    case (.bool(let value), .bool): return .bool(value)
    case (.integer(let number), _): return scalar(SQLiteValue.integer(number), type)
    case (.unsigned(let number), .uint64): return .unsigned(number)
    case (.unsigned(let number), .double): return .double(Double(number))
    case (.double(let number), _): return scalar(SQLiteValue.real(number), type)
    case (.date(let seconds), .date): return .date(seconds)
    case (.text(let text), .data): return Data(base64Encoded: text).map { .data([UInt8]($0)) }
    case (.text(let text), _): return scalar(SQLiteValue.text(text), type)
    case (.uuid(let number), .uuid): return .uuid(number)
    case (.data(let bytes), .data): return .data(bytes)
    case (.data(let bytes), .uuid) where bytes.count == 16: return scalar(.blob(bytes), type)
    case (.spelled(.url, let text), .text): return .text(text)
    case (.spelled(let spelled, let text), _) where spelled == type: return .text(text)
    case (.object, .url):
      // The coding of a URL with a base.
      guard let relative = tree["relative"]?.textValue else { return nil }
      return scalar(SQLiteValue.text(relative), .url)
    default: return nil
    }
  }
}

/// The coding of a property whose type only the app's class states.
struct TypedValue {
  let valueType: any Any.Type
  let coding: any AnyAttributeCoding

  /// Returns the value that the property's own type reads from a tree of leaves; nil if it reads none.
  ///
  /// Stores know the properties of structs by name, and the cases of enumerations with payloads by
  /// theirs; the forms that Swift's own coding gives these are tried in turn.
  func value(of tree: Tree) -> Value? {
    for candidate in Self.forms(of: tree) {
      guard let bytes = PlainJSON.bytes(of: candidate), let type = valueType as? any Decodable.Type,
        let content = Self.decode(type, bytes)
      else { continue }
      if let value = try? coding.encodeAny(content), !value.isNull { return value }
    }
    return nil
  }

  /// Returns the value as the property's type would store it; nil if the type rejects it.
  func checked(_ value: Value) -> Value? {
    guard let content = try? coding.decodeAny(value) else { return nil }
    return try? coding.encodeAny(content)
  }

  private static func decode<Content: Decodable>(_ type: Content.Type, _ bytes: [UInt8]) -> Any? {
    let decoder = JSONDecoder()
    // A bare value is no JSON text for every decoder; an array is.
    return try? decoder.decode(
      [Content].self, from: Data([UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")])
    )
    .first
  }

  private static func forms(of tree: Tree) -> [Tree] {
    var forms = [tree]
    guard case .object(let members) = tree, members.count == 1, let only = members.first else {
      return forms
    }
    // An enumeration: its case, with one payload without a label, with labels, or without payload.
    forms.append(.object([TreeMember(only.name, .object([TreeMember("_0", only.value)]))]))
    forms.append(only.value)
    if case .array(let items) = only.value {
      forms.append(
        .object([
          TreeMember(
            only.name,
            .members(
              Dictionary(
                uniqueKeysWithValues: items.enumerated().map { ("_\($0.offset)", $0.element) })))
        ]))
    }
    forms.append(.object([TreeMember(only.name, .object([]))]))
    forms.append(.text(only.name))
    return forms
  }
}
