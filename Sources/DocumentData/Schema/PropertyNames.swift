/// Converts key paths of a model class to property names and back, for `Codable`.
enum PropertyNames<Model: PersistentModel> {
  /// Returns a name for each key path; nil for one that leads to no persisted property.
  static func names(_ keyPaths: [PartialKeyPath<Model>]) -> [String?] {
    let metadata = ModelMetadata.of(Model.self)
    return keyPaths.map { metadata.position(of: $0).map { metadata.properties[$0].name } }
  }

  static func names(
    _ keyPaths: [PartialKeyPath<Model>], _ encoder: any Encoder
  ) throws -> [String] {
    let metadata = ModelMetadata.of(Model.self)
    return try keyPaths.map { keyPath in
      guard let position = metadata.position(of: keyPath) else {
        throw EncodingError.invalidValue(
          keyPath,
          .init(
            codingPath: encoder.codingPath,
            debugDescription: "\(keyPath) is no persisted property of \(Model.self)"))
      }
      return metadata.properties[position].name
    }
  }

  static func keyPaths(
    _ names: [String], _ decoder: any Decoder
  ) throws -> [PartialKeyPath<Model>] {
    let properties = ModelMetadata.of(Model.self).properties
    return try names.map { name in
      guard
        let keyPath = properties.first(where: { $0.name == name })?.keypath
          as? PartialKeyPath<Model>
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
