import DocumentFile
import DocumentTables

/// A trip of Polarsteps as a file of GeoJSON, which the format of that name imports.
///
///     name, summary ─► the file, and so the trip
///     all_steps ─► a place each: name, text, address, time by the clock of its zone
///
/// So steps need no matching and no records of their own, and a later export updates the trip.
enum PolarstepsTrip {
  /// The most values of a file; a step has about fifty.
  private static let mostValues = 4_000_000
  /// What a step says that features cannot, by the names of its members.
  private static let unread = [
    "weather_condition", "comment_count", "views", "main_media_item_path",
  ]

  /// - Throws: `not-a-document` for JSON without steps, the codes of JSON.
  static func files(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(DocumentError) -> ContainedFiles {
    var budget = mostValues
    let trip = try JSONValue(FeatureText(bytes).bytes, &budget)
    guard case .array(let steps)? = trip["all_steps"] else {
      throw DocumentError(.notADocument, "it has no all_steps, so it is no trip of Polarsteps")
    }
    var found = ContainedFiles(
      words: "it is a trip of Polarsteps without a step that has a time or a place")
    var features: [Tree] = []
    var removed = 0
    for step in steps {
      if step["is_deleted"]?.tree.boolValue ?? false {
        removed += 1
      } else if let feature = feature(step, zone: trip["timezone_id"]?.text) {
        features.append(feature)
      } else {
        found.report.note(
          .init(.unreadPart, subject: text(step, "name"), "a step without a time and a place"))
      }
    }
    if removed > 0 {
      let steps = removed == 1 ? "1 step" : "\(removed) steps"
      found.report.note(.init(.unreadPart, subject: steps, "deleted in Polarsteps"))
    }
    for name in unread where steps.contains(where: { states($0[name]) }) {
      found.report.noteKept("all_steps.\(name)")
    }
    if states(trip["cover_photo_path"]) { found.report.noteKept("cover_photo_path") }
    guard !features.isEmpty else { return found }
    let collection = Tree.members([
      "type": .text("FeatureCollection"), "name": .text(text(trip, "name")),
      "description": .text(text(trip, "summary")), "features": .array(features),
    ])
    found.files = [
      ContainedFile(name: "trip", bytes: JSONLayout.bytes(of: collection), hasLines: false)
    ]
    return found
  }

  /// Returns a step; nil if it has no place and no time.
  ///
  /// - Parameter zone: The zone of the trip, for a step without one.
  private static func feature(_ step: JSONValue, zone: String?) -> Tree? {
    let location = step["location"]
    let place = point(location)
    let zone = (step["timezone_id"]?.text ?? zone).flatMap { KnownZone($0) }
    let start = time(step["start_time"], zone)
    guard place != nil || start != nil else { return nil }
    let name = ["name", "display_name"].lazy.map { text(step, $0) }.first { !$0.isEmpty }
    let address = location.map { [text($0, "name"), text($0, "full_detail")] } ?? []
    var properties: [String: Tree] = [
      "name": .text(name ?? address.first ?? ""),
      ExactFeature.namespace: .text(
        Tree.members([
          ExactFeature.entity: .text("BucketListItem"),
          // One file is one trip, however long it rests between two steps.
          ExactFeature.group: .text("trip"), ExactFeature.isWhole: .bool(true),
          ExactFeature.identity: .text("polarsteps-" + identity(step)),
          ExactFeature.values: .members(["status": .text("done")]),
        ]).exactText),
    ]
    let texts = [
      "description": text(step, "description"), "startTime": start ?? "",
      "endTime": time(step["end_time"], zone) ?? "",
      "address": address.filter { !$0.isEmpty }.joined(separator: ", "),
    ]
    for (name, text) in texts where !text.isEmpty { properties[name] = .text(text) }
    return .members([
      "type": .text("Feature"), "properties": .members(properties), "geometry": place ?? .null,
    ])
  }

  private static func point(_ location: JSONValue?) -> Tree? {
    guard let latitude = location?["lat"]?.tree.numberValue,
      let longitude = location?["lon"]?.tree.numberValue,
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    return .members([
      "type": .text("Point"), "coordinates": .array([.double(longitude), .double(latitude)]),
    ])
  }

  /// Returns what a later export has, too.
  private static func identity(_ step: JSONValue) -> String {
    let uuid = text(step, "uuid")
    if !uuid.isEmpty { return uuid }
    return step["id"]?.tree.integerValue.map { "\($0)" }
      ?? Digest(of: JSONLayout.bytes(of: step.tree)).text
  }

  /// Returns seconds since 1970 as a time by the clock of a zone.
  private static func time(_ value: JSONValue?, _ zone: KnownZone?) -> String? {
    guard let seconds = value?.tree.numberValue, abs(seconds) < 1e12 else { return nil }
    // No overflow: below 10^12.
    let second = Int64(seconds.rounded(.down)) - 978_307_200
    return zone?.time(instant: second)?.text ?? FeatureTime.text(ofSecond: second)
  }

  private static func text(_ value: JSONValue, _ name: String) -> String {
    value[name]?.text?.trimmingWhitespace ?? ""
  }

  /// Whether a member says anything.
  private static func states(_ value: JSONValue?) -> Bool {
    switch value {
    case nil: false
    case .scalar(let tree)?: tree != .null && tree != .text("") && tree != .integer(0)
    case .array?, .object?: true
    }
  }
}
