import DocumentFile
import DocumentTables

/// What a document keeps of files of features, for some of its objects.
///
/// Of a file with other objects, too, the attachment becomes a file of the features of these objects, and its name goes.
struct FeatureSelection {
  private(set) var records: [ExtensionRecord] = []
  private(set) var parts: [KeptPart] = []

  /// - Parameter form: Returns what a format does, by its name.
  init(
    _ whole: Tables, _ form: (String) -> FeatureForm?, _ isKept: (ObjectKey) -> Bool
  ) {
    let all = StoredFiles<FeatureRecords>(whole)
    for (number, file) in all.files.enumerated() {
      let objects = all.objects(of: file.identity)
      let own = objects.filter { $0.anchor.map(isKept) ?? false }
      if own.isEmpty { continue }
      let part = whole.keptParts.first { $0.name == file.part }
      let known = Set(own.map(\.name.digest))
      if own.count == objects.count, file.known.allSatisfy(known.contains) {
        records += own.map(\.record) + [file.record]
        if let part, !parts.contains(where: { $0.name.isSpelled(part.name) }) { parts.append(part) }
      } else {
        add(file, own, part, form(file.format), number)
      }
    }
  }

  private mutating func add(
    _ file: FeatureRecords.File, _ own: [FeatureRecords.Object], _ part: KeptPart?,
    _ form: FeatureForm?, _ number: Int
  ) {
    var file = file
    var own = own
    // A tabulator ends the name of a file, which is empty.
    file.identity = "\t\(number + 1)"
    let trips = Set(own.filter(\.isMade).compactMap(\.trip))
    for index in own.indices {
      own[index].file = file.identity
      own[index].trip = own[index].trip.flatMap { trips.contains($0) ? $0 : nil }
        .map { "\(file.identity)\t" + ($0.parts(dividedBy: "\t").last ?? "") }
    }
    let cut = form.flatMap { form in part.flatMap { Self.cut($0, &own, form) } }
    file.part = cut?.name
    file.known = own.map(\.name.digest).filter { !$0.isEmpty }
    records += own.map(\.record) + [file.record]
    // Two files may have the same features.
    if let cut, !parts.contains(where: { $0.name.isSpelled(cut.name) }) { parts.append(cut) }
  }

  /// Returns a file with the features of some objects, and gives their records the names of these in it.
  private static func cut(
    _ part: KeptPart, _ own: inout [FeatureRecords.Object], _ form: FeatureForm
  ) -> KeptPart? {
    guard let file = try? form.read(part.bytes), let empty = try? form.read(form.empty) else {
      return nil
    }
    let placeOfName = Dictionary(
      own.indices.filter { !own[$0].isMade }.map { (own[$0].name, $0) }
    ) { first, _ in first }
    let kept = file.features.filter { placeOfName[$0.name] != nil }
    let changes = FeatureForm.Changes(copied: [(file, kept)])
    guard let bytes = try? form.bytes(of: empty, changes), let cut = try? form.read(bytes) else {
      return nil
    }
    let pairs = FeatureMatching.equal(cut.features.map(\.feature), kept.map(\.feature))
    for (index, place) in pairs {
      guard let record = placeOfName[kept[place].name] else { continue }
      own[record].name = cut.features[index].name
    }
    return KeptPart(
      name: FeatureRecords.part(of: bytes, suffix: form.suffix), mediaType: part.mediaType,
      bytes: bytes)
  }
}
