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
    let all = FeatureRecords(whole)
    for (number, file) in all.files.enumerated() {
      let objects = all.objects(of: file)
      let own = objects.filter { $0.anchor.map(isKept) ?? false }
      if own.isEmpty { continue }
      let part = whole.keptParts.first { $0.name == file.part }
      let known = Set(own.map(\.digest))
      if own.count == objects.count, file.known.allSatisfy(known.contains) {
        records += own.map(\.record) + [file.record]
        parts += [part].compactMap { $0 }
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
    file.known = own.map(\.digest).filter { !$0.isEmpty }
    records += own.map(\.record) + [file.record]
    parts += [cut].compactMap { $0 }
  }

  /// Returns a file with the features of some objects, and gives their records the digests of these.
  private static func cut(
    _ part: KeptPart, _ own: inout [FeatureRecords.Object], _ form: FeatureForm
  ) -> KeptPart? {
    guard let file = try? form.read(part.bytes), let empty = try? form.read(form.empty) else {
      return nil
    }
    struct Name: Hashable {
      let digest: String
      let number: Int64
    }
    let placeOfName = Dictionary(
      own.indices.filter { !own[$0].isMade }
        .map { (Name(digest: own[$0].digest, number: own[$0].number), $0) }
    ) { first, _ in first }
    var changes = FeatureForm.Changes()
    var places: [Int] = []
    var numbers: [String: Int64] = [:]
    for stated in file.features {
      let number = numbers[stated.digest, default: 0]
      numbers[stated.digest] = number + 1
      guard let place = placeOfName[Name(digest: stated.digest, number: number)] else { continue }
      places.append(place)
      changes.copied.append((stated, file))
    }
    let bytes = empty.text.file(with: form.edit(empty, changes))
    // Kinds of features are in an order of their own.
    guard let cut = try? form.read(bytes), cut.features.count == places.count else { return nil }
    let pairs = FeatureMatching.pairs(
      cut.features.map { .init(feature: $0.feature, digest: "", number: 0) },
      places.map { place in
        .init(feature: own[place].feature ?? Feature(.object), digest: " ", number: 0)
      })
    for (index, place) in pairs {
      own[places[place]].digest = cut.features[index].digest
      own[places[place]].number = 0
    }
    return KeptPart(
      name: FeatureRecords.part(of: bytes, suffix: form.suffix), mediaType: part.mediaType,
      bytes: bytes)
  }
}
