import DocumentData

/// Describes a store that keeps all its objects in one JSON file.
///
/// It takes the place of a `ModelConfiguration`; models and contexts stay as they are:
///
///     let container = try ModelContainer(
///       for: Trip.self, configurations: JSONArchiveConfiguration(name: "trips", fileURL: url))
public struct JSONArchiveConfiguration: DataStoreConfiguration {
  /// The store that is made of the configuration.
  public typealias Store = JSONArchiveStore

  /// What tells the configuration from others.
  public var name: String
  /// The models of the file; a container sets it if it is nil.
  public var schema: Schema?
  /// The file, which the first save makes.
  public var fileURL: URL

  /// Describes the store of a file.
  public init(name: String, schema: Schema? = nil, fileURL: URL) {
    self.name = name
    self.schema = schema
    self.fileURL = fileURL
  }

  /// A store without entities could keep nothing, and one without a file nowhere.
  public func validate() throws {
    guard fileURL.isFileURL else { throw JSONArchiveError.notAFile(fileURL) }
  }
}

/// What only this store can say.
public enum JSONArchiveError: Error, Hashable {
  /// The URL is not that of a file.
  case notAFile(URL)
  /// The configuration has no schema; a container would have set it.
  case noSchema
  /// The file has an object twice.
  case duplicate(PersistentIdentifier)
}
