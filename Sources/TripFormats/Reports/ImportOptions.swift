import DocumentFile

/// How an importer reads what a foreign file leaves open.
public struct ImportOptions: Sendable {
  /// The zone of times that have none: a name of the IANA database or of Windows, or an offset such as `+02:00`; nil for
  /// that of the file, or else none.
  public var timeZone: String?

  /// The name for a trip of a file that has no name; usually the file's own without its ending.
  public var fallbackName: String

  /// What the columns of a CSV file say, as names of fields or headers; nil for what its header says.
  ///
  /// An empty name leaves a column to its header.
  public var columns: [String]?

  /// Whether events of a calendar that belong to no trip are left out, such as a dentist's appointment (spec 14.5).
  public var isTravelOnly = false

  /// The language of a pass that has several, such as `de`; nil for English, or else the first one.
  public var language: String?

  /// Where the owner of a timeline lives, as latitude and longitude, such as `48.1374,11.5755`; empty for the place of most
  /// nights.
  ///
  /// Several homes each count at any time.
  public var homes: [String] = []

  /// The names of tables that are sheets of one file, so that a trip of one is that of the same name of another one.
  var sheets: Set<String> = []

  var limits: DocumentLimits

  /// The ``fallbackName`` of a file whose own name is not known.
  public static let unnamed = "Calendar"

  /// Creates options.
  public init(
    timeZone: String? = nil, fallbackName: String = ImportOptions.unnamed,
    columns: [String]? = nil, isTravelOnly: Bool = false, language: String? = nil,
    homes: [String] = []
  ) {
    self.init(
      timeZone: timeZone, fallbackName: fallbackName, columns: columns,
      isTravelOnly: isTravelOnly, language: language, homes: homes, limits: .standard)
  }

  package init(
    timeZone: String?, fallbackName: String, columns: [String]? = nil, isTravelOnly: Bool = false,
    language: String? = nil, homes: [String] = [], limits: DocumentLimits
  ) {
    self.timeZone = timeZone
    self.fallbackName = fallbackName
    self.columns = columns
    self.isTravelOnly = isTravelOnly
    self.language = language
    self.homes = homes
    self.limits = limits
  }
}
