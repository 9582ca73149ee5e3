import DocumentTables

extension MigrationStep: CustomStringConvertible {
  /// The step in one sentence, without a full stop.
  package var description: String {
    let place = place.text
    return switch change {
    case .addEntity: "\(place) is new"
    case .removeEntity(let heir):
      heir.map { "\(place) is removed; its objects become \($0)" }
        ?? "\(place) is removed with its objects"
    case .renameEntity, .renameProperty: "\(old?.text ?? "") is now \(place)"
    case .changeSuperentity(let from, let to):
      "\(place) moves from \(from ?? "no superentity") to \(to ?? "no superentity")"
    case .changeAbstract(let isAbstract):
      isAbstract ? "\(place) may have no objects of its own" : "\(place) may have objects"
    case .addAttribute(let attribute): "\(place) is new\(Self.suffix(attribute))"
    case .addRelationship: "\(place) is new"
    case .removeAttribute, .removeRelationship: "\(place) is removed with its values"
    case .pullUp: "\(old?.text ?? "") moves up to \(place)"
    case .pushDown: "\(old?.text ?? "") moves down to \(place)"
    case .changeType(let from, .scalar(.day)) where from == .scalar(.date):
      "\(place) becomes the day of its date in UTC; other times than midnight are kept for older "
        + "versions"
    case .changeType(let from, .scalar(.date)) where from == .scalar(.day):
      "\(place) becomes midnight of its day in UTC, or the time that was kept"
    case .changeType(.structure(let from), .structure(let to)):
      ([from.name == to.name ? nil : "\(place) is now a \(to.name), which was a \(from.name)"]
        .compactMap(\.self) + memberSteps.map(\.description)).joined(separator: "; ")
    case .changeType(.tree, .structure(let structure)):
      "\(place) becomes a \(structure.name); what is no part of one is kept for older versions"
    case .changeType(.structure(let structure), .tree):
      way == .back
        ? "\(place), a \(structure.name), becomes a Codable value, or the one that was kept"
        : "\(place), a \(structure.name), becomes a Codable value"
    case .changeType(let from, let to):
      "\(place) \(from.widens(to: to) ? "widens" : "narrows") from \(from.words) to \(to.words)"
    case .makeNullable: "\(place) may be nil"
    case .makeRequired(let filling):
      "\(place) may no longer be nil" + (filling.map { "; nil becomes \(Self.text($0))" } ?? "")
    default: optionWords(place)
    }
  }

  private func optionWords(_ place: String) -> String {
    switch change {
    case .changeDefault(_, let to): "\(place) has \(Self.words(to))"
    case .changeExternal(let isExternal):
      isExternal
        ? "the values of \(place) move to parts of their own"
        : "the values of \(place) move to the records"
    case .changePreservation(let isPreserved):
      isPreserved
        ? "\(place) is preserved on deletion" : "\(place) is no longer preserved on deletion"
    case .changeCases(let from, let to): "\(place) \(Self.words(from, to))"
    case .renameCases(let values, _): "in \(place), \(values.words)"
    case .changeTransformer(let from, let to):
      Self.words(from, to, place, "is", "transformed by")
    case .changeHashModifier(let from, let to):
      Self.words(from, to, place, "has", "the hash modifier")
    case .changeRecordedOptions(let from, let to):
      to.isEmpty
        ? "\(place) no longer has the options \(Self.list(from))"
        : "\(place) has the options \(Self.list(to))"
    case .changeDestination(let from, let to): "\(place) leads to \(to) instead of \(from)"
    case .changeInverse(let from, let to):
      to.map { "\(place) has the inverse \($0)" }
        ?? "\(place) no longer has the inverse \(from ?? "")"
    case .changeNumber(isToMany: true, _): "\(place) becomes to-many"
    case .changeNumber(isToMany: false, let isNullable):
      "\(place) becomes to-one" + (isNullable ? "; empty becomes nil" : "")
    case .changeDeleteRule(let from, let to):
      "the delete rule of \(place) is \(to.rawValue) instead of \(from.rawValue)"
    case .changeCounts(_, let to): "\(place) holds \(to.words)"
    case .addConstraint(let names): "\(place) is unique by \(Self.list(names))"
    case .dropConstraint(let names): "\(place) is no longer unique by \(Self.list(names))"
    case .addIndex(let names): "\(place) is indexed by \(Self.list(names))"
    case .dropIndex(let names): "\(place) is no longer indexed by \(Self.list(names))"
    default: place
    }
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  private static func suffix(_ attribute: TableAttribute) -> String {
    guard case .value(let value) = attribute.defaultValue else { return "" }
    return ", \(text(value, of: attribute.type))"
  }

  private static func words(_ value: AttributeDefault) -> String {
    switch value {
    case .none: "no default any longer"
    case .computed: "a default that is computed"
    case .value(let value): "the default \(text(value))"
    }
  }

  private static func words(_ from: [Value]?, _ to: [Value]?) -> String {
    guard let to else { return "may have any value" }
    guard let from else { return "has only the cases \(list(to.map { text($0) }))" }
    let added = to.filter { !from.contains($0) }
    let removed = from.filter { !to.contains($0) }
    var parts: [String] = []
    if !added.isEmpty { parts.append("may also be \(list(added.map { text($0) }))") }
    if !removed.isEmpty { parts.append("may no longer be \(list(removed.map { text($0) }))") }
    return parts.joined(separator: " and ")
  }

  private static func words(
    _ from: String?, _ to: String?, _ place: String, _ verb: String, _ rest: String
  ) -> String {
    guard let to else { return "\(place) \(verb) no longer \(rest) \(from ?? "")" }
    return "\(place) \(verb) \(rest) \(to)" + (from.map { " instead of \($0)" } ?? "")
  }

  /// Returns a value as reports print it: the JSON of its tree, dates and times in their text form, and nil
  /// as `nil`.
  package static func text(_ value: Value, of type: AttributeType? = nil) -> String {
    text(type.map { Tree(value, of: $0) } ?? Tree(value))
  }

  /// Returns the beginning of a value as errors print it.
  package static func excerpt(_ value: Value) -> String {
    let text = text(value)
    return text.count > 80 ? text.prefix(79) + "…" : text
  }

  /// Returns a tree as reports print it.
  package static func text(_ tree: Tree) -> String {
    switch tree {
    case .null: "nil"
    case .date(let seconds): DateText.text(seconds)
    case .day(let days): DayText.text(days)
    case .spelled(.clockTime, let text), .spelled(.zonedTime, let text): text
    default: String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self)
    }
  }
}

extension MigrationStep.Place {
  /// `Trip`, or `Trip.name`.
  package var text: String { property.map { "\(entity).\($0)" } ?? entity }
}

extension MigrationStep.Counts {
  fileprivate var words: String {
    switch (minimum ?? 0, maximum ?? 0) {
    case (0, 0): "any number of objects"
    case (let minimum, 0): "at least \(minimum) objects"
    case (0, let maximum): "at most \(maximum) objects"
    case (let minimum, let maximum): "\(minimum) to \(maximum) objects"
    }
  }
}

extension AttributeType {
  /// The name of the type in messages.
  package var words: String {
    switch self {
    case .scalar(let type): type.rawValue
    case .array(let element, let nullable):
      "list of \(element.rawValue)\(nullable ? " or nil" : "")"
    case .dictionary(let key, let value, let nullable):
      "map from \(key.rawValue) to \(value.rawValue)\(nullable ? " or nil" : "")"
    case .structure(let structure): "structure \(structure.name)"
    case .tree(nil): "Codable value"
    case .tree(let shape?): "Codable value of the shape \(MigrationStep.text(shape))"
    }
  }
}
