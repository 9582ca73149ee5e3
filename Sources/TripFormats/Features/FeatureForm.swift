import DocumentFile

/// What a format of features does; everything else is the same for all of them.
struct FeatureForm: Sendable {
  /// What changes in a file.
  struct Changes {
    /// The features that say something else now, by their places in the file; the file itself is one, too.
    var edited: [(stated: FeatureFile.Stated, feature: Feature)] = []
    /// The features that go.
    var removed: [FeatureFile.Stated] = []
    /// New features, in their order.
    var added: [Feature] = []
    /// Features of other files of the format, as they are there.
    var copied: [(file: FeatureFile, features: [FeatureFile.Stated])] = []

    var isEmpty: Bool {
      edited.isEmpty && removed.isEmpty && added.isEmpty && copied.isEmpty
    }
  }

  /// The name of the format.
  let name: String
  let suffix: String
  let mediaType: String
  /// A file without features.
  let empty: [UInt8]
  /// Reads a file.
  let read: @Sendable (_ bytes: [UInt8]) throws(DocumentError) -> FeatureFile
  /// Returns the ways of the lines of a file.
  let ways:
    @Sendable (_ file: FeatureFile) throws(DocumentError) -> [FeatureName: [[WayPoint]]]
  /// Returns the edits of a file's text.
  let edit: @Sendable (_ file: FeatureFile, _ changes: Changes) -> [TextEdit]
}
