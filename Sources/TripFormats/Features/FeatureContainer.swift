/// An archive with a file of features and what that refers to, such as pictures.
struct FeatureContainer: Sendable {
  var archive: OtherArchive
  /// The place of the file of features.
  var place: Int

  /// The bytes of the file of features.
  var text: [UInt8] { archive.entries[place].bytes }
}
