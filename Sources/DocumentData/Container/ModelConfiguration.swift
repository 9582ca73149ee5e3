/// Where a container keeps objects: a document in a file, or one in memory.
///
/// Without a URL the file is `<name>.store` in a folder that belongs to the program alone:
///
/// - on Linux `$XDG_DATA_HOME/<program>/`, and `~/.local/share/<program>/` where the variable is
///   not set to an absolute path (XDG Base Directory Specification),
/// - on Apple's systems the program's folder in Application Support.
///
/// `<program>` is the bundle identifier, or the name of the executable where there is none. Two
/// programs of one name give their configurations a URL.
///
/// No file is made before the first save, which makes its folder too.
public struct ModelConfiguration: Hashable, Identifiable, Sendable {
  /// What tells it from others; unless given, the file's name without its extension.
  public let name: String
  /// The document's file; `/dev/null` for a document in memory.
  public let url: URL
  /// The models that stand in this store; nil for those that no configuration names that allows
  /// saves.
  public var schema: Schema?
  /// Whether saves are allowed; otherwise they throw ``SwiftDataError/readOnlyStore``.
  public let allowsSave: Bool
  /// Whether the document lives no longer than its container.
  public let isStoredInMemoryOnly: Bool
  /// The group of programs that share the store on Apple's systems; recorded, without effect.
  public let groupContainer: GroupContainer
  /// The CloudKit database that mirrors the store on Apple's systems; recorded, without effect.
  public let cloudKitDatabase: CloudKitDatabase
  /// What a save does with a new object that has the unique key of another.
  public var uniqueness = UniquenessPolicy.upsert
  /// How saves compress the document's file.
  public var compression = DocumentCompression.standard
  /// What the document's file may ask for at most.
  public var limits = ReadingLimits.standard

  /// Whether the file stands in the program's own folder, which the first save makes.
  let isAtDefaultLocation: Bool

  /// The file's URL.
  public var id: URL { url }
  /// The identifier of ``groupContainer``, where one was given.
  public var groupAppContainerIdentifier: String? { groupContainer.identifier }
  /// The identifier of ``cloudKitDatabase``, where a private one was given.
  public var cloudKitContainerIdentifier: String? { cloudKitDatabase.identifier }

  /// The default file, or a document in memory.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// The default file, or a document in memory, for some of a container's models.
  public init(
    for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false
  ) {
    self.init(
      nil, schema: forTypes.isEmpty ? nil : Schema(forTypes),
      isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// A document in the program's own folder, or in memory.
  ///
  /// - Parameters:
  ///   - name: The file's name without its extension; `default` unless given.
  ///   - schema: The models that stand in it.
  ///   - isStoredInMemoryOnly: Whether the document lives no longer than its container.
  ///   - allowsSave: Whether saves are allowed.
  ///   - groupContainer: Recorded, without effect.
  ///   - cloudKitDatabase: Recorded, without effect.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? "default"
    url =
      isStoredInMemoryOnly
      ? URL(fileURLWithPath: "/dev/null") : DefaultLocation.file(named: self.name)
    self.schema = schema
    self.allowsSave = allowsSave
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    isAtDefaultLocation = !isStoredInMemoryOnly
  }

  /// A document in a file.
  ///
  /// - Parameters:
  ///   - name: What tells it from others; the file's name without its extension unless given.
  ///   - schema: The models that stand in it.
  ///   - url: The file, which the first save makes if it does not exist, with its folder.
  ///   - allowsSave: Whether saves are allowed.
  ///   - cloudKitDatabase: Recorded, without effect.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.url = url
    self.schema = schema
    self.allowsSave = allowsSave
    isStoredInMemoryOnly = false
    groupContainer = .none
    self.cloudKitDatabase = cloudKitDatabase
    isAtDefaultLocation = false
  }
}
