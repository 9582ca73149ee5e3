/// Converts key paths of a model class to property names and back, for `Codable`.
enum PropertyNames<Model: PersistentModel> {
  /// Returns a name for each key path; nil for one that leads to no persisted property.
  static func names(_ keyPaths: [PartialKeyPath<Model>]) -> [String?] {
    let metadata = ModelMetadata.of(Model.self)
    return keyPaths.map { name(of: $0, metadata) }
  }

  private static func name(of keyPath: AnyKeyPath, _ metadata: ModelMetadata) -> String? {
    metadata.position(of: keyPath).map { metadata.properties[$0].name }
      ?? metadata.indexedMembers[keyPath]?.name
  }

  static func names(
    _ keyPaths: [PartialKeyPath<Model>], _ encoder: any Encoder
  ) throws -> [String] {
    let metadata = ModelMetadata.of(Model.self)
    return try keyPaths.map { keyPath in
      guard let name = name(of: keyPath, metadata) else {
        throw EncodingError.invalidValue(
          keyPath,
          .init(
            codingPath: encoder.codingPath,
            debugDescription: "\(keyPath) is no persisted property of \(Model.self)"))
      }
      return name
    }
  }

  static func keyPaths(
    _ names: [String], _ decoder: any Decoder
  ) throws -> [PartialKeyPath<Model>] {
    let metadata = ModelMetadata.of(Model.self)
    return try names.map { name in
      guard
        let keyPath =
          (metadata.properties.first { $0.name == name }?.keypath
          ?? metadata.indexedMembers.first { $0.value.name == name }?.key) as? PartialKeyPath<Model>
      else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "\(Model.self) has no persisted property \(name)"))
      }
      return keyPath
    }
  }
}
