/// An archive with a file of features and what that refers to, such as pictures.
struct FeatureContainer: Sendable {
  /// The entries, in the order of the archive.
  var entries: [(name: String, bytes: [UInt8])] = []
  /// The place of the file of features.
  var place = 0

  /// The bytes of the file of features.
  var text: [UInt8] { entries[place].bytes }
}
