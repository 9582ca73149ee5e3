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

  /// What elements of a format can say.
  struct Abilities: OptionSet, Sendable {
    let rawValue: Int
    /// The names of the ends of a leg.
    static let namedEnds = Abilities(rawValue: 1)
    /// Addresses and telephone numbers.
    static let addresses = Abilities(rawValue: 2)
    /// Days, and the ends of what lasts.
    static let spans = Abilities(rawValue: 4)
    /// Words for kinds.
    static let kinds = Abilities(rawValue: 8)
  }

  /// The name of the format, which records have.
  let name: String
  /// The name for people.
  let title: String
  let suffix: String
  let mediaType: String
  /// A file without features.
  let empty: [UInt8]
  let abilities: Abilities
  /// Reads a file.
  let read: @Sendable (_ bytes: [UInt8]) throws(DocumentError) -> FeatureFile
  /// Returns the ways of the lines of a file.
  let ways: @Sendable (_ file: FeatureFile) throws(DocumentError) -> [FeatureName: [[WayPoint]]]
  /// Returns the edits of a file's text.
  let edit: @Sendable (_ file: FeatureFile, _ changes: Changes) -> [TextEdit]
  /// Returns the bytes of a file whose text is another one now, in the form of this format; a text that is nil is the old one.
  let write: @Sendable (_ file: FeatureFile, _ text: [UInt8]?) throws(DocumentError) -> [UInt8]

  /// Returns the bytes of a file with changes.
  func bytes(of file: FeatureFile, _ changes: Changes) throws(DocumentError) -> [UInt8] {
    try write(file, changes.isEmpty ? nil : file.text.file(with: edit(file, changes)))
  }
}
