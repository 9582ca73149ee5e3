import DocumentFile
import DocumentTables

/// Imports a file of features into a document, which may have them already.
///
///     file ─► plan ─► the stored file of the same name or content ─► pairs of features ─► objects ─► trips ─► records, attachment
struct FeatureImport {
  let form: FeatureForm
  let options: ImportOptions
  let schema: TripSchema
  let records: FeatureRecords
  var items: ItemImport
  /// A record of each object that exists, of any file.
  let recordOfObject: [ObjectKey: FeatureRecords.Object]
  /// The records of the objects of this file.
  private var own: [ObjectKey: FeatureRecords.Object] = [:]
  private let recordOfKey: [ObjectKey: FeatureRecords.Object]
  /// The trips that were made for features, of any file, with their records.
  let madeTrips: [(key: ObjectKey, record: FeatureRecords.Object)]
  let takenTrips: Set<String>
  /// The number of the last trip that was made for the file.
  var lastTrip = 0
  /// The records as the file makes them.
  var updated: [ObjectKey: FeatureRecords.Object] = [:]
  var report = ImportReport()

  /// Returns what a file of a format makes of a document.
  ///
  /// - Throws: The errors of the format, `limit-objects`.
  static func run(_ form: FeatureForm) -> FileImport.Run {
    { (items, bytes, options) throws(DocumentError) in
      var run = FeatureImport(form, items, options)
      try run.add(try form.read(bytes))
      return run.items.finished(run.report)
    }
  }

  private init(_ form: FeatureForm, _ items: ItemImport, _ options: ImportOptions) {
    self.form = form
    self.items = items
    self.options = options
    schema = items.objects.schema
    records = FeatureRecords(items.objects.tables)
    let objects = items.objects
    recordOfObject = records.ofObjects(where: objects.hasStated)
    madeTrips = recordOfObject.filter(\.value.isMade).map { ($0.key, $0.value) }
      .sorted { $0.key < $1.key }
    takenTrips = Set(records.objects.filter(\.isMade).compactMap(\.trip))
    recordOfKey = Dictionary(records.objects.map { ($0.key, $0) }) { first, _ in first }
  }

  private mutating func add(_ file: FeatureFile) throws(DocumentError) {
    let found = FeatureFiles(records, form).stored(file, named: options.fallbackName)
    let zone = options.timeZone ?? found?.timeZone
    if let name = options.timeZone, KnownZone(name) == nil {
      throw DocumentError(
        .notADocument, "\(name) is not a time zone, such as Europe/Lisbon or +02:00")
    }
    let identity = found?.identity ?? FeatureFiles(records, form).free(options.fallbackName)
    let reading = Self.reading(schema, identity, zone)
    let plan = FeaturePlan(file, reading)
    let key = try items.keys.take(ifNil: found?.key)
    let stored = found.map { storedObjects(of: $0) } ?? []
    for record in stored { if let anchor = record.anchor { own[anchor] = record } }
    let (owners, isNew, joined) = try owners(plan, stored, found)
    let trips = try trips(of: plan, owners, isNew, identity, reading)
    for index in plan.items.indices {
      guard let owner = owners[index] else { continue }
      let item = plan.items[index]
      note(item)
      try bring(item, owner, index, isNew: isNew, joined: joined, trips, identity, reading)
    }
    let present = Set(owners.values)
    for record in stored where !record.isMade {
      if let anchor = record.anchor, !present.contains(anchor) { noteMissing(record, anchor) }
    }
    try updateMadeTrips(identity, file.whole.feature, reading)
    noteFile(file)
    put(file, plan, identity, key, zone, found)
    if items.removesCancelled { items.objects.deleteRemoved() }
  }

  /// Returns how the features of a file are read.
  static func reading(
    _ schema: TripSchema, _ identity: String, _ timeZone: String?
  ) -> FeatureReading {
    FeatureReading(
      schema: schema, zone: timeZone.flatMap { KnownZone($0) },
      fallbackName: FeatureFiles.name(of: identity))
  }

  private func storedObjects(of file: FeatureRecords.File) -> [FeatureRecords.Object] {
    var seen: Set<ObjectKey> = []
    return records.objects(of: file).filter { record in
      record.anchor.map { items.objects.hasStated($0) && seen.insert($0).inserted } ?? false
    }
  }

  // MARK: Finding

  private mutating func owners(
    _ plan: FeaturePlan, _ stored: [FeatureRecords.Object], _ file: FeatureRecords.File?
  ) throws(DocumentError) -> (owners: [Int: ObjectKey], isNew: Set<Int>, joined: Set<Int>) {
    var owners: [Int: ObjectKey] = [:]
    let features = stored.filter { $0.feature != nil && !$0.isMade }
    let pairs = FeatureMatching.pairs(
      plan.items.map {
        .init(feature: $0.stated.feature, name: $0.stated.name)
      },
      features.compactMap { record in
        record.feature.map {
          .init(feature: $0, name: record.name)
        }
      })
    for (index, place) in pairs { owners[index] = features[place].anchor }
    var found = Set(owners.values)
    for (index, item) in plan.items.enumerated() where owners[index] == nil {
      let name = item.stated.feature.exact?[ExactFeature.identity]?.textValue
      guard let own = items.own(name.flatMap { ObjectIdentity($0) }),
        found.insert(own).inserted
      else { continue }
      owners[index] = own
    }
    var new: [Int] = []
    var deleted = deletedDigests(file, stored)
    for (index, item) in plan.items.enumerated() where owners[index] == nil {
      if !items.objects.takesTheirs, let count = deleted[item.stated.digest], count > 0 {
        deleted[item.stated.digest] = count - 1
        items.objects.report.note(.deleted, item.title, "")
      } else {
        new.append(index)
      }
    }
    let joined = joinedOwners(plan, new, found)
    owners.merge(joined) { first, _ in first }
    var isNew: Set<Int> = []
    for index in new where owners[index] == nil {
      owners[index] = try items.keys.take()
      isNew.insert(index)
    }
    return (owners, isNew, Set(joined.keys))
  }

  /// Returns the digests of features that a person deleted since the last import, with how many there are of each.
  private func deletedDigests(
    _ file: FeatureRecords.File?, _ stored: [FeatureRecords.Object]
  ) -> [String: Int] {
    var digests: [String: Int] = [:]
    for digest in file?.known ?? [] { digests[digest, default: 0] += 1 }
    for record in stored where !record.isMade { digests[record.name.digest, default: 0] -= 1 }
    return digests
  }

  /// Returns the objects of other files that new features are, too.
  private mutating func joinedOwners(
    _ plan: FeaturePlan, _ new: [Int], _ found: Set<ObjectKey>
  ) -> [Int: ObjectKey] {
    if items.isFirst || new.isEmpty { return [:] }
    let candidates = new.map { ($0, plan.items[$0].entity, plan.items[$0].content) }
    var owners = items.pairs(candidates) { !found.contains($0) }
    var named: [[ComparisonText]: [ObjectKey]] = [:]
    for (key, record) in recordOfObject where !found.contains(key) && !record.isMade {
      if let name = record.feature.flatMap(FeatureMatching.name(acrossFiles:)) {
        named[name, default: []].append(key)
      }
    }
    var claims: [ObjectKey: Int] = [:]
    var same: [Int: ObjectKey] = [:]
    for index in new where owners[index] == nil {
      guard let name = FeatureMatching.name(acrossFiles: plan.items[index].stated.feature),
        let keys = named[name], keys.count == 1
      else { continue }
      same[index] = keys[0]
      claims[keys[0], default: 0] += 1
    }
    let taken = Set(owners.values)
    owners.merge(same.filter { claims[$0.value] == 1 && !taken.contains($0.value) }) { first, _ in
      first
    }
    return owners
  }

  // MARK: Bringing

  private mutating func bring(
    _ item: FeaturePlan.Item, _ key: ObjectKey, _ index: Int, isNew: Set<Int>,
    joined: Set<Int>, _ trips: [FeaturePlan.Trip: ObjectKey], _ identity: String,
    _ reading: FeatureReading
  ) throws(DocumentError) {
    let old = own[key]
    let trip = item.trip.flatMap { trips[$0] }
    var content = item.content
    if let object = items.objects.objects[key], object.entity != item.entity {
      // An object keeps its entity.
      content = reading.content(of: item.stated.feature, as: object.entity)
    }
    let stated = TravelItem(
      entity: item.entity,
      identity: item.stated.feature.exact?[ExactFeature.identity]?.textValue ?? "",
      title: item.title, content: content)
    var made: MadeFields
    if joined.contains(index), old == nil {
      made = items.join(key, with: stated)
    } else if isNew.contains(index) {
      made = try items.add(stated, as: key, to: trip)
    } else if let old {
      made = try items.update(
        key, with: stated, state(of: old, key), of: old.key)
    } else {
      try items.updateOwn(key, with: stated)
      guard items.objects.takesTheirs else { return }
      made = try items.update(key, with: stated, nil)
    }
    updated[key] = FeatureRecords.Object(
      key: try items.keys.take(ifNil: old?.key), anchor: key, file: identity,
      feature: item.stated.feature, trip: isNew.contains(index) ? madeTrip(trip) : old?.trip,
      name: item.stated.name, made: made)
    if item.content.isCancelled {
      items.noteCancelled(
        key, item.title, stated.identity, old.flatMap { state(of: $0, key) },
        isKnown: old.flatMap { state(of: $0, key) }.map { $0.source.isCancelled } ?? false)
    }
  }

  /// Returns the identity of a trip if it was made for features.
  private func madeTrip(_ key: ObjectKey?) -> String? {
    guard let key, let record = updated[key] ?? recordOfObject[key], record.isMade else {
      return nil
    }
    return record.trip
  }

  /// Returns what the last import made of an object.
  private func state(of record: FeatureRecords.Object, _ key: ObjectKey) -> ImportedState? {
    guard let feature = record.feature, let made = record.made,
      let object = items.objects.objects[key]
    else { return nil }
    return ImportedState(
      made: made, source: storedReading(record).content(of: feature, as: object.entity))
  }

  /// Returns how the feature of a record was read.
  func storedReading(_ record: FeatureRecords.Object) -> FeatureReading {
    Self.reading(
      schema, record.file, records.fileOfIdentity[ComparisonText(record.file)]?.timeZone)
  }

  private mutating func noteMissing(_ record: FeatureRecords.Object, _ anchor: ObjectKey) {
    guard let object = items.objects.objects[anchor] else { return }
    let title = ["title", "name", "from"].map(object.text).first { !$0.isEmpty } ?? ""
    items.noteMissing(anchor, title, "", state(of: record, anchor), record.record)
  }

  // MARK: Report

  private mutating func note(_ item: FeaturePlan.Item) {
    for name in item.outdated {
      report.note(.init(.outdatedExtension, line: item.stated.line, subject: name))
    }
    if item.outdated.isEmpty {
      report.completeComponents += 1
    } else {
      report.reportedComponents += 1
    }
  }

  private mutating func noteFile(_ file: FeatureFile) {
    report.append(file.findings)
    for (name, count) in file.keptNames { report.noteKept(name, count) }
    let times = file.features.filter { stated in
      stated.feature.exact == nil
        && stated.feature.points.contains {
          $0.time.flatMap { FeatureTime($0) }?.isUniversal ?? false
        }
    }
    if options.timeZone == nil, !times.isEmpty {
      report.note(.init(.universalTime, "--time-zone shows them by the clock of a place"))
    }
    report.sortByPlace()
  }

  // MARK: Records

  private mutating func put(
    _ file: FeatureFile, _ plan: FeaturePlan, _ identity: String, _ key: ObjectKey,
    _ timeZone: String?, _ found: FeatureRecords.File?
  ) {
    let part = FeatureRecords.part(of: file.bytes, suffix: form.suffix)
    let record = FeatureRecords.File(
      key: key, format: form.name, identity: identity, part: part, timeZone: timeZone,
      known: plan.items.map(\.stated.digest).filter { !$0.isEmpty })
    let old = found.flatMap { items.objects.extensions[$0.key] }
    let isSame = updated.values.allSatisfy { recordOfKey[$0.key]?.record == $0.record }
    if isSame, !items.hasChanged, old == record.record { return }
    for record in updated.values.sorted(by: { $0.key < $1.key }) {
      items.objects.replace(recordOfKey[record.key]?.record, with: record.record)
    }
    items.objects.replace(old, with: record.record)
    putAttachment(file.bytes, part, insteadOf: found?.part)
  }

  /// Adds the file as an attachment, and takes away those of features that no record of a file names any more.
  private mutating func putAttachment(
    _ bytes: [UInt8], _ part: String, insteadOf old: String?
  ) {
    var named = records.parts
    if let old, records.files.count(where: { $0.part == old }) < 2 { named.remove(old) }
    named.insert(part)
    var isThere = false
    for old in items.objects.tables.keptParts where old.name.begins(with: FeatureRecords.folder) {
      if old.name.isSpelled(part) { isThere = true }
      if !named.contains(old.name) {
        items.objects.theirs.attachments.append(Change(old: old, new: nil))
      }
    }
    guard !isThere else { return }
    items.objects.theirs.attachments.append(
      Change(old: nil, new: KeptPart(name: part, mediaType: form.mediaType, bytes: bytes)))
  }
}
