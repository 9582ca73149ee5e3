import DocumentTables

/// The properties that present the objects of one entity to people: a title and further columns.
///
/// Chosen by names and types, because a schema does not state which property is a title.
package struct EntityPresentation {
  /// The maximum number of columns, without the title.
  private static let mostColumns = 4

  package let entity: TableEntity
  /// The attributes that the entity declares or inherits: moments first, those that begin something
  /// before those that end it, then by name.
  package let attributes: [TableAttribute]
  /// The text attribute that names an object; nil if no attribute does.
  package let title: TableAttribute?
  /// The second half of the title: `to`, if the title is `from`.
  package let titleEnd: TableAttribute?
  /// The times that hold in place of a day, by the name of the day: `startTime` for `startDate`.
  package let times: [String: TableAttribute]

  /// Returns nil if the schema has no such entity.
  package init?(_ name: String, in schema: TableSchema) {
    guard let entity = schema.entity(named: name) else { return nil }
    self.entity = entity
    attributes = schema.lineage(of: name).flatMap(\.attributes).sorted {
      let (left, right) = (Self.rank($0), Self.rank($1))
      return left == right ? utf8Precedes($0.name, $1.name) : left < right
    }
    let texts = attributes.filter { $0.type == .scalar(.text) }
    let ends = ["from", "to"].compactMap { name in texts.first { $0.name == name } }
    let named = Self.title(among: texts)
    title = named ?? (ends.count == 2 ? ends[0] : texts.first)
    titleEnd = named == nil && ends.count == 2 ? ends[1] : nil
    let timesByClock = attributes.filter { ObjectMoment.isTime($0.type) }
    times = Dictionary(
      uniqueKeysWithValues: attributes.compactMap { day in
        guard day.type == .scalar(.day), day.name.hasSuffix("Date") else { return nil }
        return timesByClock.first { $0.name == day.name.dropLast(4) + "Time" }.map {
          (day.name, $0)
        }
      })
  }

  /// The attributes that a list shows behind the title.
  package var columns: [TableAttribute] {
    let shownElsewhere = [title, titleEnd].compactMap(\.?.name) + times.values.map(\.name)
    let listed = attributes.filter {
      !shownElsewhere.contains($0.name) && Self.isShort($0.type)
    }
    return Array(listed.prefix(Self.mostColumns))
  }

  private static func title(among texts: [TableAttribute]) -> TableAttribute? {
    let isTitle: [(String) -> Bool] = [
      { $0 == "title" }, { $0 == "name" }, { $0.hasSuffix("Title") }, { $0.hasSuffix("Name") },
    ]
    return isTitle.lazy.compactMap { test in texts.first { test($0.name) } }.first
  }

  private static func rank(_ attribute: TableAttribute) -> Int {
    guard ObjectMoment.isType(attribute.type) else { return 2 }
    let isBeginning = ["start", "begin", "from", "departure", "checkin", "open"].contains {
      attribute.name.lowercased().hasPrefix($0)
    }
    return isBeginning ? 0 : 1
  }

  private static func isShort(_ type: AttributeType) -> Bool {
    switch type {
    case .scalar(.data), .scalar(.uuid), .array, .dictionary, .tree, .structure: false
    case .scalar: true
    }
  }
}

extension TableSchema {
  /// The entities whose objects no other object owns, without those that inherit from one of them;
  /// all root entities if each is owned.
  ///
  /// In the trip schema this is `Trip`.
  package var principalEntities: [String] {
    let owned = Set(
      entities.flatMap { entity in
        entity.relationships.filter { $0.deleteRule == .cascade }.map(\.destination)
      })
    let roots = hierarchies.map(\.name)
    let principal = roots.filter { root in
      !owned.contains { isEntity($0, kindOf: root) || isEntity(root, kindOf: $0) }
    }
    return principal.isEmpty ? roots : principal
  }
}
