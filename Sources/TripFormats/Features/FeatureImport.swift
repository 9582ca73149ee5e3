import DocumentFile
import DocumentTables

/// Imports a file of features into a document, which may have them already.
///
///     file ─► the stored file of the same name or content ─► plan ─► pairs of features ─► objects ─► trips ─► records, attachment
struct FeatureImport {
  let form: FeatureForm
  let schema: TripSchema
  let records: StoredFiles<FeatureRecords>
  let file: FeatureFile
  let plan: FeaturePlan
  let reading: FeatureReading
  /// The stored file that this one is; nil for a new one.
  let storedFile: FeatureRecords.File?
  /// The record that the file gets.
  private(set) var record: FeatureRecords.File
  var items: ItemImport
  /// A record of each object that exists, of any file.
  let recordOfObject: [ObjectKey: FeatureRecords.Object]
  /// The records of the objects of this file.
  let storedOfObject: [ObjectKey: FeatureRecords.Object]
  /// The trips that were made for features of any file.
  let madeTrips: MadeFeatureTrips
  /// The objects of the features, by the places of the items.
  private(set) var owners: [Int: ObjectKey] = [:]
  /// The items that become new objects.
  private(set) var newItems: Set<Int> = []
  /// The items that become one with an object of another file.
  private var joinedItems: Set<Int> = []
  /// The records as the file makes them.
  var updated: [ObjectKey: FeatureRecords.Object] = [:]
  /// The objects that have been what their features say now, because the file was exported from the document.
  private(set) var settled: Set<ObjectKey> = []
  var report = ImportReport()
  /// The number of the last trip that was made for the file.
  var lastTrip = 0

  /// Returns what a file of a format makes of a document.
  ///
  /// - Throws: The errors of the format, `limit-objects`.
  static func run(_ form: FeatureForm) -> FileImport.Run {
    { (items, bytes, options) throws(DocumentError) in
      var run = try FeatureImport(form, try form.read(bytes), items, options)
      try run.add(options)
      return run.items.finished(run.report)
    }
  }

  private init(
    _ form: FeatureForm, _ file: FeatureFile, _ items: ItemImport, _ options: ImportOptions
  ) throws(DocumentError) {
    _ = try options.zone(.notADocument)
    self.form = form
    self.file = file
    self.items = items
    let objects = items.objects
    schema = objects.schema
    records = StoredFiles<FeatureRecords>(objects.tables)
    recordOfObject = records.ofObjects(where: objects.hasStated)
    madeTrips = MadeFeatureTrips(recordOfObject, records, objects)
    let files = FeatureFiles(records, form, objects.tables.documentID)
    storedFile = files.stored(file, named: options.fallbackName)
    var stored: [FeatureRecords.Object] = []
    if let storedFile { stored = records.objects(of: storedFile.identity) }
    storedOfObject = Dictionary(
      stored.compactMap { record in
        record.anchor.flatMap { objects.hasStated($0) ? ($0, record) : nil }
      }
    ) { first, _ in first }
    if let storedFile {
      record = storedFile
    } else {
      record = FeatureRecords.File(
        key: try self.items.keys.take(), format: form.name,
        identity: files.free(options.fallbackName), takesPointTimes: file.takesPointTimes,
        known: [])
    }
    record.timeZone = options.timeZone ?? record.timeZone
    reading = FeatureReading(schema, record)
    plan = FeaturePlan(
      file, reading, isTrip: storedOfObject.keys.contains { objects.objects[$0]?.trip != nil })
  }

  private mutating func add(_ options: ImportOptions) throws(DocumentError) {
    try findOwners()
    let trips = try trips()
    for (index, item) in plan.items.enumerated() {
      guard let owner = owners[index] else { continue }
      note(item)
      try bring(item, owner, index, to: item.trip.flatMap { trips[$0] })
    }
    let present = Set(owners.values)
    for (key, stored) in storedOfObject.sorted(by: { $0.value.key < $1.value.key })
    where !stored.isMade && !present.contains(key) {
      noteMissing(stored, key)
    }
    try updateMadeTrips()
    noteFile(hasZone: options.timeZone != nil)
    put()
    if items.removesCancelled { items.objects.deleteRemoved() }
  }

  // MARK: Finding

  private mutating func findOwners() throws(DocumentError) {
    // What the document wrote says whose it is.
    var found: Set<ObjectKey> = []
    for (index, item) in plan.items.enumerated() {
      let name = item.stated.feature.exact?[ExactFeature.identity]?.textValue
      guard let own = items.own(name.flatMap { ObjectIdentity($0) }), found.insert(own).inserted
      else { continue }
      owners[index] = own
    }
    let rest = plan.items.indices.filter { owners[$0] == nil }
    let stored = storedOfObject.filter { key, record in
      record.feature != nil && !record.isMade && !found.contains(key)
    }.values.sorted { $0.key < $1.key }
    let pairs = FeatureMatching.pairs(
      rest.map { index in
        let stated = plan.items[index].stated
        return .init(feature: stated.feature, name: stated.name)
      },
      stored.compactMap { record in
        record.feature.map { .init(feature: $0, name: record.name) }
      })
    for (index, place) in pairs { owners[rest[index]] = stored[place].anchor }
    found.formUnion(owners.values)
    let new = withoutDeleted(plan.items.indices.filter { owners[$0] == nil })
    let joined = joinedOwners(new, found)
    owners.merge(joined) { first, _ in first }
    joinedItems = Set(joined.keys)
    for index in new where owners[index] == nil {
      owners[index] = try items.keys.take()
      newItems.insert(index)
    }
  }

  /// Returns the items without those whose objects a person deleted, and keeps what finds these again.
  private mutating func withoutDeleted(_ new: [Int]) -> [Int] {
    var deleted = Set(record.deleted.joined())
    for stated in deletedFeatures() {
      let names = FeatureMatching.digests(of: stated)
      if deleted.isDisjoint(with: names) { record.deleted.append(names) }
      deleted.formUnion(names)
    }
    guard !deleted.isEmpty else { return new }
    return new.filter { index in
      let item = plan.items[index]
      let names = FeatureMatching.digests(of: item.stated)
      guard !deleted.isDisjoint(with: names) else { return true }
      if items.objects.takesTheirs {
        record.deleted.removeAll { !$0.allSatisfy { !names.contains($0) } }
        return true
      }
      items.objects.report.note(.deleted, item.title, "")
      return false
    }
  }

  /// Returns the features of the stored file that were objects and are none any more.
  private func deletedFeatures() -> [FeatureFile.Stated] {
    guard let storedFile,
      let part = items.objects.tables.keptParts.first(where: { $0.name == storedFile.part }),
      let old = try? form.read(part.bytes)
    else { return [] }
    let known = Set(storedFile.known)
    let names = Set(storedOfObject.values.map(\.name))
    return old.features.filter { stated in
      known.contains(stated.digest) && !names.contains(stated.name)
        && items.own(
          stated.feature.exact?[ExactFeature.identity]?.textValue.flatMap { ObjectIdentity($0) })
          == nil
    }
  }

  /// Returns the objects of other files that new features are, too.
  private mutating func joinedOwners(
    _ new: [Int], _ found: Set<ObjectKey>
  ) -> [Int: ObjectKey] {
    if items.isFirst || new.isEmpty { return [:] }
    let candidates = new.map { ($0, plan.items[$0].entity, plan.items[$0].content) }
    var owners = items.pairs(candidates) { !found.contains($0) }
    let taken = Set(owners.values)
    let same = SingleMatches.pairs(
      new.filter { owners[$0] == nil },
      recordOfObject.filter { !found.contains($0.key) && !$0.value.isMade },
      { FeatureMatching.name(acrossFiles: plan.items[$0].stated.feature) },
      { $0.value.feature.flatMap(FeatureMatching.name(acrossFiles:)) })
    for (index, other) in same where !taken.contains(other.key) { owners[index] = other.key }
    return owners
  }

  // MARK: Bringing

  private mutating func bring(
    _ item: FeaturePlan.Item, _ key: ObjectKey, _ index: Int, to trip: ObjectKey?
  ) throws(DocumentError) {
    // The features say what it is.
    if recordOfObject[key]?.isMade ?? false { return }
    let old = storedOfObject[key]
    var content = item.content
    if let object = items.objects.objects[key] {
      // An object keeps its entity.
      if object.entity != item.entity {
        content = reading.content(of: item.stated.feature, as: object.entity)
      }
      if content.values == object.values { settled.insert(key) }
    }
    let stated = TravelItem(
      entity: item.entity,
      identity: item.stated.feature.exact?[ExactFeature.identity]?.textValue ?? "",
      title: item.title, content: content)
    let before = old.flatMap { state(of: $0, key) }
    var made: MadeFields
    if joinedItems.contains(index), old == nil {
      made = items.join(key, with: stated)
    } else if newItems.contains(index) {
      made = try items.add(stated, as: key, to: trip)
    } else if let old {
      made = try items.update(key, with: stated, before, of: old.key)
    } else {
      try items.updateOwn(key, with: stated)
      guard items.objects.takesTheirs else { return }
      made = try items.update(key, with: stated, nil)
    }
    updated[key] = FeatureRecords.Object(
      key: try items.keys.take(ifNil: old?.key), anchor: key, file: record.identity,
      feature: item.stated.feature,
      trip: newItems.contains(index) ? madeTrip(trip) : recordOfObject[key]?.trip,
      name: item.stated.name, made: made)
    if item.content.isCancelled {
      items.noteCancelled(key, item.title, stated.identity, before)
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
    FeatureReading(schema, records.file(record.file) ?? self.record)
  }

  private mutating func noteMissing(_ record: FeatureRecords.Object, _ anchor: ObjectKey) {
    guard let object = items.objects.objects[anchor] else { return }
    items.noteMissing(anchor, object.title, "", state(of: record, anchor), record.record)
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

  private mutating func noteFile(hasZone: Bool) {
    report.append(file.findings)
    for (name, count) in file.keptNames { report.noteKept(name, count) }
    let plain = file.features.map(\.feature).filter { $0.exact == nil }
    if !reading.takesPointTimes {
      let count = plain.count { !$0.isRecorded && $0.points.contains { $0.time != nil } }
      if count > 0 { report.note(.init(.pointTime, "\(count) features")) }
    }
    let isInUTC = plain.contains { feature in
      (feature.isRecorded || reading.takesPointTimes)
        && feature.points.contains { $0.time.flatMap { FeatureTime($0) }?.isUniversal ?? false }
    }
    if isInUTC, reading.zone == nil {
      report.note(.init(.universalTime, "--time-zone shows them by the clock of a place"))
    }
    report.sortByPlace()
  }

  // MARK: Records

  private mutating func put() {
    let part = FeatureRecords.part(of: file.bytes, suffix: form.suffix)
    record.part = part
    record.known = plan.items.map(\.stated.digest).filter { !$0.isEmpty }
    let old = storedFile.flatMap { items.objects.extensions[$0.key] }
    let isSame = updated.values.allSatisfy { items.objects.extensions[$0.key] == $0.record }
    if isSame, !items.hasChanged, old == record.record { return }
    for record in updated.values.sorted(by: { $0.key < $1.key }) {
      items.objects.replace(items.objects.extensions[record.key], with: record.record)
    }
    items.objects.replace(old, with: record.record)
    putAttachment(part)
  }

  /// Adds the file as an attachment, and takes away those of features that no record of a file names any more.
  private mutating func putAttachment(_ part: String) {
    // Of two records of one file, after a union, each names its own.
    var named = Set(
      items.objects.tables.extensions.compactMap { FeatureRecords.File($0)?.part })
    if let old = storedFile?.part, records.files.count(where: { $0.part == old }) < 2 {
      named.remove(old)
    }
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
      Change(old: nil, new: KeptPart(name: part, mediaType: form.mediaType, bytes: file.bytes)))
  }
}
