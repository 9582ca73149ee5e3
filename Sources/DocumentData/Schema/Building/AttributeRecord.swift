import DocumentFile
import DocumentTables

/// An attribute without its model class: the encoded form of `Schema.Attribute`, and its conversion
/// from and to attributes of documents and files.
struct AttributeRecord {
  var name: String
  var originalName: String?
  var options: [Schema.Attribute.Option]
  var hashModifier: String?
  /// Nil if values of the type cannot be stored, as in an attribute without a type.
  var storedForm: StoredForm?

  init(_ attribute: Schema.Attribute) {
    name = attribute.name
    originalName = attribute.statedOriginalName
    options = attribute.options
    hashModifier = attribute.hashModifier
    storedForm = attribute.storedForm
    if storedForm == nil, let coding = attribute.coding {
      storedForm = StoredForm(
        type: coding.attributeType.type, isNullable: coding.attributeType.isNullable,
        defaultValue: attribute.tableDefault(coding), cases: coding.cases)
    }
  }

  init(_ table: TableAttribute) {
    name = table.name
    originalName = table.originalName
    hashModifier = table.hashModifier
    storedForm = StoredForm(
      type: table.type, isNullable: table.isNullable, defaultValue: table.defaultValue,
      cases: table.cases)
    options = table.recordedOptions.map(Schema.Attribute.Option.init(recorded:))
    if table.isExternal { options.append(.externalStorage) }
    if table.isPreservedOnDeletion { options.append(.preserveValueOnDeletion) }
    if let transformer = table.transformer { options.append(.transformable(by: transformer)) }
  }

  var table: TableAttribute? {
    guard let storedForm else { return nil }
    return TableAttribute(
      name: name, originalName: originalName, type: storedForm.type,
      isNullable: storedForm.isNullable, defaultValue: storedForm.defaultValue,
      isExternal: options.areExternal(storedForm.type),
      isPreservedOnDeletion: options.contains(.preserveValueOnDeletion), cases: storedForm.cases,
      transformer: options.lazy.compactMap(\.transformer).first, hashModifier: hashModifier,
      recordedOptions: options.recorded(of: storedForm.type))
  }
}

extension AttributeRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, originalName, options, hashModifier, stored, structure
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    originalName = try container.decodeIfPresent(String.self, forKey: .originalName)
    options = try container.decode([Schema.Attribute.Option].self, forKey: .options)
    hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
    if let text = try container.decodeIfPresent(String.self, forKey: .stored) {
      let tree = try JSONTreeReader.tree(of: Array(text.utf8))
      let definition = try container.decodeIfPresent(String.self, forKey: .structure)
      let structure = try definition.map {
        try TableStructure(tree: try JSONTreeReader.tree(of: Array($0.utf8)))
      }
      let table = try TableAttribute(
        tree: tree, of: name, structures: structure.map { [$0.name: $0] } ?? [:])
      storedForm = AttributeRecord(table).storedForm
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(originalName, forKey: .originalName)
    try container.encode(options, forKey: .options)
    try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
    if let table {
      let text = String(decoding: CanonicalJSON.bytes(of: table.tree()), as: UTF8.self)
      try container.encode(text, forKey: .stored)
      if case .structure(let structure) = table.type {
        let definition = CanonicalJSON.bytes(of: structure.tree())
        try container.encode(String(decoding: definition, as: UTF8.self), forKey: .structure)
      }
    }
  }
}

extension Schema.Attribute {
  convenience init(_ table: TableAttribute) { self.init(AttributeRecord(table)) }

  /// The coding of the attribute's values; nil if the type has none.
  var coding: (any AnyAttributeCoding)? {
    if let transformer = options.lazy.compactMap(\.transformer).first {
      return AttributeCodingFactory.transformed(valueType, by: transformer)
    }
    return AttributeCodingFactory.coding(ofAny: valueType)
  }

  fileprivate func tableDefault(_ coding: any AnyAttributeCoding) -> AttributeDefault {
    guard let value = defaultValue else { return .none }
    // A default that cannot be encoded is recorded as computed: it exists, but its value is
    // unknown.
    return (try? coding.encodeAny(value)).map { .value($0) } ?? .computed
  }
}

extension TableAttribute {
  /// Converts an attribute that was made by hand, decoded or loaded.
  init(_ attribute: Schema.Attribute, of entity: String) throws(SchemaProblem) {
    guard let table = AttributeRecord(attribute).table else {
      throw SchemaProblem(
        .malformed, entity: entity, property: attribute.name,
        "its type \(attribute.valueType) is not Codable")
    }
    self = table
  }
}
