import DocumentFile
import DocumentTables

/// Finds which stored file a file of a format is: two people have a `track.gpx`, and one file comes again as `hike (1).gpx`.
struct FeatureFiles {
  private let records: StoredFiles<FeatureRecords>
  private let form: FeatureForm
  private let document: UInt128

  init(_ records: StoredFiles<FeatureRecords>, _ form: FeatureForm, _ document: UInt128) {
    self.records = records
    self.form = form
    self.document = document
  }

  /// Returns the stored file: the same bytes, or the same name and a feature in common, or most features in common.
  func stored(_ file: FeatureFile, named name: String) -> FeatureRecords.File? {
    let own = records.files.filter { $0.format == form.name }
    guard !own.isEmpty else { return nil }
    let part = FeatureRecords.part(of: file.bytes, suffix: form.suffix)
    if let same = own.first(where: { $0.part?.isSpelled(part) ?? false }) { return same }
    let new = file.features.map {
      FeatureMatching.Candidate(feature: $0.feature, name: $0.name)
    }
    let anchors = Set(
      ([file.whole.feature] + new.map(\.feature)).compactMap { feature -> ObjectKey? in
        FeatureMatching.identity(of: feature).flatMap { ObjectIdentity($0.text) }
          .flatMap { $0.document == document ? $0.key : nil }
      })
    var best: (count: Int, file: FeatureRecords.File)?
    for stored in own {
      let objects = records.objects(of: stored.identity).filter { !$0.isMade }
      let candidates = objects.compactMap { record in
        record.feature.map { FeatureMatching.Candidate(feature: $0, name: record.name) }
      }
      let pairs = FeatureMatching.pairs(new, candidates)
      var common = pairs.count {
        FeatureMatching.agree(new[$0.key], candidates[$0.value])
      }
      // A device exports all its waypoints with each new track, and a document keeps the points of a track in its file.
      let present = Set(
        pairs.filter { FeatureMatching.agree(new[$0.key], candidates[$0.value]) }.values)
      let losesTrack = candidates.indices.contains {
        candidates[$0].feature.isRecorded && !present.contains($0)
      }
      if losesTrack { continue }
      common += records.objects(of: stored.identity).count {
        $0.anchor.map(anchors.contains) ?? false
      }
      let hasName = Self.name(of: stored.identity).isSpelled(name)
      let isEmpty = objects.isEmpty && file.features.isEmpty
      guard
        hasName && (common > 0 || isEmpty) || common * 2 > max(objects.count, file.features.count)
      else { continue }
      if common > best?.count ?? -1 { best = (common, stored) }
    }
    return best?.file
  }

  /// Returns an identity for a new file.
  func free(_ name: String) -> String {
    let name = name == ImportOptions.unnamed ? "" : name
    let taken = Set(records.files.map { ComparisonText($0.identity) })
    var (identity, number) = (name, 1)
    // Bound: each round has a greater number, and the records are finite.
    while taken.contains(ComparisonText(identity)) {
      number += 1
      identity = "\(name)\t#\(number)"
    }
    return identity
  }

  /// Returns the name of a file by its identity.
  static func name(of identity: String) -> String {
    identity.parts(dividedBy: "\t", omittingEmpty: false).first.map(String.init) ?? identity
  }
}
