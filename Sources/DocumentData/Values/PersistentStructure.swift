/// A `Codable` type whose members the schema states, so that other programs and versions know them.
///
/// An attribute of any other `Codable` type is stored as one tree, which only the type's own coding understands. Of a
/// structure, a document's schema states the members with their names, types, defaults and cases (clause 6.11 of the
/// format): records have them as plain values, other programs can read and check them, and a later version of the
/// model may add members with a default, drop, rename or widen them without a stage of its own.
///
/// ```swift
/// struct Place: PersistentStructure {
///   var latitude: Double?
///   var longitude: Double?
///   var zone = "GMT"
///
///   static var memberDefaults: Place? { Place() }
/// }
///
/// @Model class Stop {
///   var place: Place?
///   …
/// }
/// ```
///
/// The members are what the type decodes by name: numbers, texts, dates, other types that are attributes by themselves,
/// enumerations with such raw values, lists of these, and optionals. To find them, the type is decoded once from zeros,
/// empty texts and nil: its `init(from:)` must accept these and encode the same members again. A type becomes a
/// structure, or no longer is one, in a lightweight migration: values that do not fit are kept for older versions of
/// the schema.
///
/// A value is stored, compared, merged and recorded in a history as a whole.
public protocol PersistentStructure: Codable {
  /// The name of the structure in the schema; the name of the type if it states no other.
  ///
  /// No two structures or models of one schema have one name.
  static var structureName: String { get }

  /// The name that the structure had in an older version of the schema; `structureName` if it had the same.
  static var originalStructureName: String { get }

  /// The names that members had in an older version of the schema, by the names of today: those of the coding keys.
  ///
  /// A member that is missing here had the same name, or is new.
  static var originalMemberNames: [String: String] { get }

  /// A value whose members are the defaults of members that a record leaves out and that a migration adds; nil if
  /// members have none. Write its type as `Self?`, or the requirement is not met.
  ///
  /// The default of an optional member that it does not set is nil. Two calls give equal members: neither a new UUID
  /// nor the time can be a default.
  static var memberDefaults: Self? { get }
}

extension PersistentStructure {
  /// The name of the type.
  public static var structureName: String { String(describing: Self.self) }
  /// ``structureName``: the structure had the same name.
  public static var originalStructureName: String { structureName }
  /// None: all members had the same names.
  public static var originalMemberNames: [String: String] { [:] }
  /// None: members have no defaults.
  public static var memberDefaults: Self? { nil }
}
