/// The location of a container's objects: a document in a file or in memory.
///
/// Without a URL, the file is `<name>.store` in a folder of the program:
///
/// - on Linux `$XDG_DATA_HOME/<program>/`, or `~/.local/share/<program>/` if the variable is not
///   set to an absolute path (XDG Base Directory Specification),
/// - on Apple's systems the program's folder in Application Support.
///
/// `<program>` is the bundle identifier, or the name of the executable if there is no bundle
/// identifier. Two programs with the same name need explicit URLs.
///
/// The first save creates the file and its folder.
public struct ModelConfiguration: Hashable, Identifiable, Sendable {
  /// The name that distinguishes the configuration from others; by default the file's name without
  /// its extension.
  public let name: String
  /// The URL of the document's file; `/dev/null` for a document in memory.
  public let url: URL
  /// The models in this store.
  ///
  /// If nil, the store has the models that no configuration that allows saves names.
  public var schema: Schema?
  /// Whether saves are allowed; otherwise they throw ``SwiftDataError/readOnlyStore``.
  public let allowsSave: Bool
  /// Whether the document exists only as long as its container.
  public let isStoredInMemoryOnly: Bool
  /// The group of programs that share the store on Apple's systems; recorded, without effect.
  public let groupContainer: GroupContainer
  /// The CloudKit database that mirrors the store on Apple's systems; recorded, without effect.
  public let cloudKitDatabase: CloudKitDatabase
  /// The policy of saves for a new object that has the same unique key as another, for every constraint
  /// without a policy of its own; see ``setUniqueness(_:of:by:)``.
  public var uniqueness: UniquenessPolicy {
    get { rules.general }
    set { rules.general = newValue }
  }
  /// The policies of all constraints.
  var rules = UniquenessRules()
  /// The format that saves write.
  ///
  /// If nil, saves keep the format of an existing file, and create a file in the format that its
  /// name implies: ``DocumentFormat/flatJSON`` for `.json`, ``DocumentFormat/flatXML`` for `.xml`,
  /// ``DocumentFormat/json`` for every other name.
  public var format: DocumentFormat?
  /// The compression of the document's file.
  public var compression = DocumentCompression.standard
  /// The limits for reading the document's file.
  public var limits = ReadingLimits.standard
  /// What the history of the document records.
  ///
  /// If nil, the policy that the file states; a file that states none gets
  /// ``HistoryPolicy/names(transactions:days:bytes:)`` at its next save.
  ///
  /// A document has one policy. The container that was opened last with a policy sets it, also for
  /// the containers that have the file open already. The policy counts at once, and each save writes
  /// it to the file. A container that may not save sets none.
  public var history: HistoryPolicy?

  /// When containers notice that other processes save the document's file.
  public var fileFollowing = FileFollowing.automatic

  /// What the contexts of the container do if a thread uses them that may not.
  ///
  /// By default, a wrong use ends the program: ``ThreadUse/confined``. Threads take turns in all
  /// contexts of a container if one of its configurations says so.
  public var threadUse = ThreadUse.confined

  /// How saves write the document's file.
  var writing: FileWriting { FileWriting(format: format, compression: compression) }

  /// Whether the file is in the program's own folder, which the first save creates.
  let isAtDefaultLocation: Bool

  /// The file's URL.
  public var id: URL { url }
  /// The identifier of ``groupContainer``, if one was given.
  public var groupAppContainerIdentifier: String? { groupContainer.identifier }
  /// The identifier of ``cloudKitDatabase``, if a private one was given.
  public var cloudKitContainerIdentifier: String? { cloudKitDatabase.identifier }

  /// Creates a configuration of the default file, or of a document in memory.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates a configuration of the default file, or of a document in memory, for some of a
  /// container's models.
  public init(
    for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false
  ) {
    self.init(
      nil, schema: forTypes.isEmpty ? nil : Schema(forTypes),
      isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates a configuration of a document in the program's own folder, or in memory.
  ///
  /// - Parameters:
  ///   - name: The file's name without its extension; `default` if nil.
  ///   - schema: The models in the store.
  ///   - isStoredInMemoryOnly: Whether the document exists only as long as its container.
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

  /// Creates a configuration of a document in a file.
  ///
  /// - Parameters:
  ///   - name: The name that distinguishes the configuration from others; by default the file's
  ///     name without its extension.
  ///   - schema: The models in the store.
  ///   - url: The file. If it does not exist, the first save creates it and its folder.
  ///   - allowsSave: Whether saves are allowed.
  ///   - cloudKitDatabase: Recorded, without effect.
  ///   - format: The format that saves write; see ``format``.
  ///   - compression: The compression of the file.
  ///   - limits: The limits for reading the file.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic, format: DocumentFormat? = nil,
    compression: DocumentCompression = .standard, limits: ReadingLimits = .standard
  ) {
    self.format = format
    self.compression = compression
    self.limits = limits
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

extension ModelConfiguration {
  /// What a context does if a thread uses it, or one of its objects, that may not.
  ///
  /// The main context belongs to the main actor. Every other context may be used by one thread after
  /// the other, but not by two at once.
  public enum ThreadUse: Hashable, Sendable {
    /// The first wrong use ends the program, with an explanation.
    ///
    /// Each use of the main context or its objects outside the main actor is found, and each operation
    /// of another context that begins while another thread runs one. Reading an attribute of an object
    /// in another context is not checked.
    case confined
    /// Threads take turns, and the first wrong use of each context is reported on standard error.
    ///
    /// Use this case for code that was written for SwiftData and leaves the main actor, until the code
    /// has contexts of its own. Each access of an object takes a lock, so reading attributes is slower.
    /// Threads see each other's changes between any two accesses: what must happen together still
    /// needs one thread or actor. An observer that runs during an operation must not wait for another
    /// thread that uses the context.
    ///
    /// An object without a context, because it is new or its context is gone, belongs to one thread until
    /// that thread has inserted it, and so does an ``UndoManager``.
    case turns
  }
}
