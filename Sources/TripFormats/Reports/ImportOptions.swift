import DocumentFile

/// How an importer reads what a foreign file leaves open.
public struct ImportOptions: Sendable {
  /// The zone of times that have none, as a name of the IANA database; nil for the rule of the format.
  public var timeZone: String?

  /// The name for a trip of a file that has no name; usually the file's own without its ending.
  public var fallbackName: String

  var limits: DocumentLimits

  /// The ``fallbackName`` of a file whose own name is not known.
  public static let unnamed = "Calendar"

  /// Creates options.
  public init(timeZone: String? = nil, fallbackName: String = ImportOptions.unnamed) {
    self.init(timeZone: timeZone, fallbackName: fallbackName, limits: .standard)
  }

  package init(timeZone: String?, fallbackName: String, limits: DocumentLimits) {
    self.timeZone = timeZone
    self.fallbackName = fallbackName
    self.limits = limits
  }
}
