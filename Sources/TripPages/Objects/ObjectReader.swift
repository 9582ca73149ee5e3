import DocumentTables

/// The objects of tables, read value by value.
package struct ObjectReader {
  /// One object.
  package struct Object {
    package let key: ObjectKey
    package let entity: EntityLayout
    package let segment: Segment
    package let row: Int
  }

  package let tables: Tables
  /// The presentation of each entity.
  package let presentations: [String: EntityPresentation]

  package init(_ tables: Tables) {
    self.tables = tables
    let schema = tables.schema
    presentations = Dictionary(
      uniqueKeysWithValues: schema.entities.compactMap { entity in
        EntityPresentation(entity.name, in: schema).map { (entity.name, $0) }
      })
  }

  /// Returns the object at a location.
  package func object(at location: RowLocation, hierarchy: Int) -> Object {
    let segment = tables.tables[hierarchy].segments[location.segment]
    return Object(
      key: segment.keys[location.row],
      entity: tables.schema.hierarchies[hierarchy].entities[Int(segment.entities[location.row])],
      segment: segment, row: location.row)
  }

  /// Returns the object with a key; nil if these tables do not have it.
  package func object(_ key: ObjectKey, hierarchy: Int) -> Object? {
    tables.tables[hierarchy].location(of: key).map { object(at: $0, hierarchy: hierarchy) }
  }

  /// Returns the value of an attribute.
  package func value(of attribute: TableAttribute, in object: Object) -> Value {
    object.entity.column(of: attribute.name).map {
      object.segment.value(at: object.row, column: $0)
    } ?? .null
  }

  /// Returns the moment of an attribute; nil if the attribute is no moment, or null.
  ///
  /// The time that belongs to a day holds, if there is one.
  package func moment(of attribute: TableAttribute, in object: Object) -> ObjectMoment? {
    let time = presentations[object.entity.name]?.times[attribute.name]
    return time.flatMap { ObjectMoment(value(of: $0, in: object), $0.type) }
      ?? ObjectMoment(value(of: attribute, in: object), attribute.type)
  }

  /// Returns the words for an attribute in a list.
  package func short(_ attribute: TableAttribute, in object: Object) -> String {
    moment(of: attribute, in: object)?.short
      ?? ValueWords.short(value(of: attribute, in: object), attribute)
  }

  /// Returns the title of an object, or its entity and key if it has none.
  package func title(of object: Object) -> String {
    let (title, end) = titleParts(of: object)
    return end.map { title + " → " + $0 } ?? title
  }

  /// Returns the title of an object, or its entity and key if it has none, and the second half of a
  /// title from one place to another.
  ///
  /// Where an end is not known, the title has what the journey is called: `UA 110 (→ Lisbon)`.
  package func titleParts(of object: Object) -> (title: String, end: String?) {
    let presentation = presentations[object.entity.name]
    func text(_ attribute: TableAttribute?) -> String {
      if let attribute, case .text(let text) = value(of: attribute, in: object) { text } else { "" }
    }
    let (start, end) = (text(presentation?.title), text(presentation?.titleEnd))
    if !start.isEmpty, presentation?.titleEnd == nil || !end.isEmpty {
      return (start, presentation?.titleEnd == nil ? nil : end)
    }
    let name = attributesInTitle(of: object).map(text).filter { !$0.isEmpty }
      .joined(separator: " ")
    let known = start.isEmpty ? (end.isEmpty ? "" : "→ " + end) : start + " →"
    switch (name.isEmpty, known.isEmpty) {
    case (true, true): return ("\(object.entity.name) \(object.key)", nil)
    case (true, false): return (known, nil)
    case (false, true): return (name, nil)
    case (false, false): return ("\(name) (\(known))", nil)
    }
  }

  /// Returns the attributes that are in the title of an object beside its name or its ends, because one of these is
  /// missing.
  package func attributesInTitle(of object: Object) -> [TableAttribute] {
    guard let presentation = presentations[object.entity.name] else { return [] }
    func isStated(_ attribute: TableAttribute?) -> Bool {
      guard let attribute, case .text(let text) = value(of: attribute, in: object) else {
        return false
      }
      return !text.isEmpty
    }
    func attribute(_ name: String) -> TableAttribute? {
      presentation.attributes.first { $0.name == name && isStated($0) }
    }
    guard presentation.titleEnd != nil else {
      return isStated(presentation.title)
        ? [] : ["destination", "address"].lazy.compactMap(attribute).prefix(1).map { $0 }
    }
    if isStated(presentation.title), isStated(presentation.titleEnd) { return [] }
    let names = ["provider", "number"].compactMap(attribute)
    return names.isEmpty ? [attribute("vehicle")].compactMap { $0 } : names
  }

  /// Whether an object says that it does not take place, in a boolean or in a status.
  package func isCancelled(_ object: Object) -> Bool {
    presentations[object.entity.name]?.attributes.contains {
      Self.isCancelled($0, value(of: $0, in: object))
    } ?? false
  }

  /// Whether the value of an attribute says that its object does not take place.
  package static func isCancelled(_ attribute: TableAttribute, _ value: Value) -> Bool {
    let words = ["cancelled", "canceled"]
    switch value {
    case .bool(true): return words.contains(ValueWords.label(attribute.name))
    case .text(let text):
      return attribute.name == "status" && words.contains(text.lowercased())
    default: return false
    }
  }

  /// The mark behind the title of an object; empty for one that takes place.
  package func mark(of object: Object) -> String { isCancelled(object) ? " (cancelled)" : "" }

  /// Returns the keys of related objects in order.
  package func keys(of object: Object, through end: RelationshipEnd) -> [ObjectKey] {
    tables.relatedKeys(of: object.key, in: object.segment, row: object.row, through: end) ?? []
  }
}
