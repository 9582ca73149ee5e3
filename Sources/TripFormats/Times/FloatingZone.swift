import DocumentTables

/// The zone in which times without one were read, in what a document keeps of a file.
///
/// A record states it if an option did. Versions of this library before schema 6.0.0 read such times in UTC and did
/// not say so; later ones state that they stay local.
enum FloatingZone {
  /// The member that says that times without a zone stay local.
  static let member = "localTimes"

  /// Returns the zone of a record; nil if its times are local.
  static func name(in record: Tree) -> String? {
    record["timeZone"]?.textValue ?? (record[member]?.boolValue ?? false ? nil : "Etc/UTC")
  }

  /// Adds what ``name(in:)`` reads.
  static func state(_ name: String?, in members: inout [String: Tree]) {
    members["timeZone"] = name.map { .text($0) }
    members[member] = .bool(true)
  }
}
