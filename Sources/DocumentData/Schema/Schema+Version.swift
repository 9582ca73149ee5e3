import DocumentTables

extension Schema {
  /// The version of a schema: three numbers, compared in order.
  public struct Version: Codable, Hashable, Sendable {
    /// The first number.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// Creates a version; the numbers must not be negative.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    package init(_ version: SchemaVersion) {
      self.init(version.major, version.minor, version.patch)
    }

    package var tableVersion: SchemaVersion { SchemaVersion(major, minor, patch) }
  }
}

extension Schema.Version: Comparable {
  /// Compares the numbers in order.
  public static func < (left: Schema.Version, right: Schema.Version) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension Schema.Version: CustomStringConvertible {
  /// The numbers, separated by periods.
  public var description: String { "\(major).\(minor).\(patch)" }
}
