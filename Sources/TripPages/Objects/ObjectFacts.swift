import DocumentTables

/// One fact about an object, such as its dates or its address.
package struct ObjectFact {
  package enum Content {
    /// When something begins and ends.
    case period(ObjectMoment, ObjectMoment, ObjectPeriod)
    case moment(ObjectMoment)
    /// Any other value, in words.
    case value(Value, TableAttribute)
  }

  /// The name in words, such as `reservation number`.
  package let name: String
  package let content: Content

  /// The words for the content; empty for null.
  package let words: String

  package init(name: String, content: Content) {
    self.name = name
    self.content = content
    words =
      switch content {
      case .period(let start, let end, let period):
        ObjectMoment.words(from: start, to: end, period)
      case .moment(let moment): moment.long
      case .value(let value, let attribute): ValueWords.long(value, attribute)
      }
  }
}

/// What is said about objects besides their titles: facts, true booleans, and the objects that they
/// own.
package struct ObjectFacts {
  /// An attribute as a fact.
  private struct Source {
    let attribute: TableAttribute
    /// The name of the fact.
    let name: String
    /// The attribute that ends what this one begins.
    var end: (attribute: TableAttribute, period: ObjectPeriod, name: String)?
    /// The words for the default value.
    let defaultWords: String?
  }

  package let reader: ObjectReader
  /// The sources of the facts of each entity, in order.
  private let sources: [String: [Source]]
  /// The relationships whose members the objects of each entity own.
  private let ownedEnds: [String: [RelationshipEnd]]

  package init(_ reader: ObjectReader) {
    self.reader = reader
    sources = reader.presentations.mapValues(Self.sources)
    let schema = reader.tables.schema
    ownedEnds = Dictionary(
      uniqueKeysWithValues: schema.hierarchies.flatMap(\.entities).map { entity in
        let ends = entity.properties.compactMap {
          schema.relationshipEnd(named: $0.name, of: entity.name)
        }
        return (entity.name, ends.filter { $0.relationship.deleteRule == .cascade })
      })
  }

  /// Returns the attributes of an object that have a value, without the title and what is not so unless it is
  /// stated, with a pair of moments such as `startDate` and `endDate` as one fact.
  package func all(of object: ObjectReader.Object) -> [ObjectFact] {
    facts(of: object) { _ in true }.filter {
      // What is not so unless it is stated, such as cancelled.
      $0.source.attribute.type != .scalar(.bool) || $0.source.defaultWords != $0.fact.words
        || $0.fact.words != "no"
    }.map(\.fact)
  }

  /// Returns the names of the booleans of an object that are true, and its other facts without
  /// defaults, `Codable` values and coordinates.
  ///
  /// That an object is cancelled is a mark of its title (``ObjectReader/mark(of:)``) and left out.
  package func brief(of object: ObjectReader.Object) -> (flags: [String], facts: [ObjectFact]) {
    let flags = (sources[object.entity.name] ?? []).filter {
      guard $0.attribute.type == .scalar(.bool) else { return false }
      let value = reader.value(of: $0.attribute, in: object)
      return value == .bool(true) && !ObjectReader.isCancelled($0.attribute, value)
    }.map(\.name)
    let facts = facts(of: object) { source in
      let attribute = source.attribute
      if ObjectReader.isCancelled(attribute, reader.value(of: attribute, in: object)) {
        return false
      }
      return switch attribute.type {
      case .tree: false
      case .structure(let structure): structure.member(named: "latitude") == nil
      default: attribute.type != .scalar(.bool)
      }
    }
    return (flags, facts.filter { $0.source.defaultWords != $0.fact.words }.map(\.fact))
  }

  /// Returns the year in which an object begins; nil if it has no moment in the years 1 to 9999.
  package func year(of object: ObjectReader.Object) -> Int? {
    for fact in brief(of: object).facts {
      switch fact.content {
      case .period(let moment, _, _), .moment(let moment):
        return moment.wallClock.flatMap { DateWords.year(ofDay: $0.day) }
      case .value: continue
      }
    }
    return nil
  }

  /// Returns whether an object has properties for moments.
  package func mayHaveMoments(_ object: ObjectReader.Object) -> Bool {
    sources[object.entity.name]?.contains { ObjectMoment.isType($0.attribute.type) } ?? false
  }

  /// Returns the kind of an object, such as `business trip`; nil if all objects of its table are of
  /// one kind.
  package func kind(of object: ObjectReader.Object) -> String? {
    let isOneOfSeveral = reader.tables.schema.hierarchies.contains {
      $0.entities.count > 1 && $0.entity(named: object.entity.name) != nil
    }
    return isOneOfSeveral ? ValueWords.label(object.entity.name) : nil
  }

  /// Returns the relationships whose members an object owns.
  package func owned(by object: ObjectReader.Object) -> [RelationshipEnd] {
    ownedEnds[object.entity.name] ?? []
  }

  /// Returns related objects in order.
  package func members(
    of object: ObjectReader.Object, through end: RelationshipEnd
  ) -> [ObjectReader.Object] {
    reader.keys(of: object, through: end).compactMap {
      reader.object($0, hierarchy: end.destinationHierarchy)
    }
  }

  private func facts(
    of object: ObjectReader.Object, from isWanted: (Source) -> Bool
  ) -> [(source: Source, fact: ObjectFact)] {
    var facts: [(source: Source, fact: ObjectFact)] = []
    // What the title says is not repeated.
    var ends = Set(reader.attributesInTitle(of: object).map(\.name))
    for source in sources[object.entity.name] ?? []
    where isWanted(source) && !ends.contains(source.attribute.name) {
      let attribute = source.attribute
      if let from = reader.moment(of: attribute, in: object) {
        if let (end, period, name) = source.end, let to = reader.moment(of: end, in: object) {
          ends.insert(end.name)
          facts.append((source, ObjectFact(name: name, content: .period(from, to, period))))
        } else {
          facts.append((source, ObjectFact(name: source.name, content: .moment(from))))
        }
        continue
      }
      let fact = ObjectFact(
        name: source.name, content: .value(reader.value(of: attribute, in: object), attribute))
      if !fact.words.isEmpty { facts.append((source, fact)) }
    }
    return facts
  }

  private static func sources(_ presentation: EntityPresentation) -> [Source] {
    let shownElsewhere =
      [presentation.title, presentation.titleEnd].compactMap(\.?.name)
      + presentation.times.values.map(\.name)
    let attributes = presentation.attributes.filter { !shownElsewhere.contains($0.name) }
    var ends: Set<String> = []
    return attributes.enumerated().map { position, attribute in
      let words: String? =
        if case .value(let value) = attribute.defaultValue {
          ValueWords.long(value, attribute)
        } else {
          nil
        }
      let isMoment = ObjectMoment.isType(attribute.type)
      let others = attributes[(position + 1)...].filter { !ends.contains($0.name) }
      let end = isMoment ? partner(of: attribute, among: others) : nil
      if let end { ends.insert(end.attribute.name) }
      // `checkin` instead of `checkinDate`, if that may be a time, too.
      let stem =
        presentation.times[attribute.name] == nil
        ? attribute.name : String(attribute.name.dropLast("Date".count))
      return Source(
        attribute: attribute, name: ValueWords.label(isMoment ? stem : attribute.name), end: end,
        defaultWords: words)
    }
  }

  /// Returns the end of a period and the period's name, such as `endDate` and `dates` for
  /// `startDate`.
  private static func partner(
    of attribute: TableAttribute, among others: [TableAttribute]
  ) -> (attribute: TableAttribute, period: ObjectPeriod, name: String)? {
    for period in ObjectPeriod.allCases {
      for names in period.names where attribute.name.hasPrefix(names.start) {
        let rest = attribute.name.dropFirst(names.start.count)
        guard let end = others.first(where: { $0.name == names.end + rest }),
          end.type == attribute.type
        else { continue }
        let name = ValueWords.label(String(rest))
        return (end, period, name.isEmpty || name == "date" ? period.label : name)
      }
    }
    return nil
  }
}
