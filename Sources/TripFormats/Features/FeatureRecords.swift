import DocumentTables

/// What a document keeps of files of features: the file as an attachment, and a record of it and of each object.
///
///     file record ─► the attachment with the bytes as they were, named by their digest
///     object record ─► the feature as the last import read it, and digests of what it made of the object (``MadeFields``)
///
/// An object's record has its state, so that an import needs no attachment; an export finds the bytes of a feature by its digest.
enum FeatureRecords: RecordForm {
  static let fileEntity = "org.tripdocuments.features.file"
  static let objectEntity = "org.tripdocuments.features.object"
  /// The beginning of the names of the attachments.
  static let folder = "attachments/org.tripdocuments.features/"

  struct File: StoredFile {
    var key: ObjectKey
    /// The name of the format.
    var format: String
    /// What identifies the file in a document: its name.
    var identity: String
    /// The name of the attachment; nil if it is not the one that was imported.
    var part: String?
    /// The zone that shows its times, if an option stated it.
    var timeZone: String?
    /// Whether the times of its points are those of visits.
    var takesPointTimes = true
    /// What finds the features again whose objects a person deleted (``FeatureMatching/digests(of:)``).
    var deleted: [[String]] = []
    /// The digests of the features that became objects at the last import: what has no object any more was deleted by a person.
    var known: [String]
  }

  struct Object: StoredObject, Hashable {
    var key: ObjectKey
    var anchor: ObjectKey?
    /// The identity of the file.
    var file: String
    /// The feature; of a trip that was made for features what its file says of them all, if they are one trip.
    var feature: Feature?
    /// The trip that was made for the feature, or is this object; nil for a trip that was there, and for none.
    var trip: String?
    /// Whether the object is a trip that was made for features.
    var isMade = false
    /// What finds its bytes in the file.
    var name: FeatureName
    var made: MadeFields? = nil
  }

  /// Returns the record of an object that has two of one file, after it was joined with another one; nil if either is of another
  /// kind or file.
  static func joined(_ own: ExtensionRecord, _ other: ExtensionRecord) -> ExtensionRecord? {
    guard let first = Object(own), let second = Object(other), own.entity == objectEntity,
      other.entity == objectEntity, !first.isMade, !second.isMade,
      first.file.isSpelled(second.file),
      first.name.digest == second.name.digest
    else { return nil }
    return own
  }

  /// Returns the name of the attachment with a file.
  static func part(of bytes: [UInt8], suffix: String) -> String {
    folder + Digest(of: bytes).text.prefix(32) + "/file" + suffix
  }
}

extension FeatureRecords.File {
  init?(_ record: ExtensionRecord) {
    let value = record.value
    guard record.entity == FeatureRecords.fileEntity, let format = value["format"]?.textValue,
      let identity = value["file"]?.textValue
    else { return nil }
    self.init(
      key: record.key, format: format, identity: identity, part: value["part"]?.textValue,
      timeZone: value["timeZone"]?.textValue,
      takesPointTimes: value["takesPointTimes"]?.boolValue ?? true,
      deleted: value["deleted"]?.arrayValue?.map { names in
        names.arrayValue?.compactMap(\.textValue) ?? []
      } ?? [],
      known: value["known"]?.arrayValue?.compactMap(\.textValue) ?? [])
  }

  var record: ExtensionRecord {
    var members: [String: Tree] = [
      "format": .text(format), "file": .text(identity), "known": .array(known.map { .text($0) }),
    ]
    members["part"] = part.map { .text($0) }
    members["timeZone"] = timeZone.map { .text($0) }
    if !takesPointTimes { members["takesPointTimes"] = .bool(false) }
    if !deleted.isEmpty {
      members["deleted"] = .array(deleted.map { .array($0.map { .text($0) }) })
    }
    return ExtensionRecord(
      entity: FeatureRecords.fileEntity, key: key, value: .members(members))
  }
}

extension FeatureRecords.Object {
  init?(_ record: ExtensionRecord) {
    let value = record.value
    guard record.entity == FeatureRecords.objectEntity, let file = value["file"]?.textValue else {
      return nil
    }
    self.init(
      key: record.key, anchor: record.anchor, file: file, feature: Feature(value["feature"]),
      trip: value["trip"]?.textValue, isMade: value["isMade"]?.boolValue ?? false,
      name: FeatureName(
        digest: value["digest"]?.textValue ?? "", number: value["number"]?.integerValue ?? 0),
      made: MadeFields(value[MadeFields.member]))
  }

  var record: ExtensionRecord {
    var members: [String: Tree] = ["file": .text(file)]
    members["feature"] = feature?.tree
    members["trip"] = trip.map { .text($0) }
    if isMade { members["isMade"] = .bool(true) }
    if !name.digest.isEmpty { members["digest"] = .text(name.digest) }
    if name.number > 0 { members["number"] = .integer(name.number) }
    members[MadeFields.member] = made?.tree
    return ExtensionRecord(
      entity: FeatureRecords.objectEntity, key: key, anchor: anchor, value: .members(members))
  }
}
