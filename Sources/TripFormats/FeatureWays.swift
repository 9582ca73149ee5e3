import DocumentTables

/// The ways of the lines that files of features state, for maps.
///
/// A document keeps the points of a track in the attachment that is its file.
package struct FeatureWays {
  private let records: [ObjectKey: FeatureRecords.Object]
  private let files: StoredFiles<FeatureRecords>
  private let parts: [String: KeptPart]
  /// The ways of the files that were read.
  private var ofFile: [ComparisonText: [FeatureName: [[WayPoint]]]] = [:]

  /// - Parameter tables: A document of any schema version.
  package init(_ tables: Tables) {
    files = StoredFiles<FeatureRecords>(tables)
    records = files.ofObjects { _ in true }
    parts = Dictionary(
      tables.keptParts.filter { $0.name.begins(with: FeatureRecords.folder) }
        .map { ($0.name, $0) }
    ) { first, _ in first }
  }

  /// Returns the ways of an object, each without a gap; none for an object without a line.
  ///
  /// The file of the object is read once.
  package mutating func ways(of key: ObjectKey) -> [[WayPoint]] {
    guard let record = records[key], let shape = record.feature?.shape,
      shape == .line || shape == .leg
    else { return [] }
    let file = ComparisonText(record.file)
    if ofFile[file] == nil { ofFile[file] = read(file) }
    return ofFile[file]?[record.name] ?? []
  }

  private func read(_ identity: ComparisonText) -> [FeatureName: [[WayPoint]]] {
    guard let file = files.file(identity), let part = file.part.flatMap({ parts[$0] }),
      let form = TripFormat.all.lazy.compactMap(\.definition.features)
        .first(where: { $0.name == file.format }),
      let stated = try? form.read(part.bytes), let ways = try? form.ways(stated)
    else { return [:] }
    return ways
  }
}
