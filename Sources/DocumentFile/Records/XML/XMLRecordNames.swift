import Markup

/// The numbers that an XML reader assigns to the names in records.
struct XMLRecordNames {
  let record, foreign, field, item, key: Int
  /// Attributes without a namespace, on the format's own elements.
  let entity, escapedEntity, identifier, name, escapedName: Int
  /// The marks of a value, as attributes of the format's own elements and of other elements.
  let ownMarks, marks: Marks
  /// For each entity, the index of the property with the name of each number; −1 if there is none.
  let properties: [[Int32]]

  struct Marks {
    let null, escaped, external, size: Int

    init(_ xml: XMLReader, namespace: String) {
      null = xml.intern(namespace: namespace, local: "nil")
      escaped = xml.intern(namespace: namespace, local: "escaped")
      external = xml.intern(namespace: namespace, local: "external")
      size = xml.intern(namespace: namespace, local: "size")
    }
  }

  init(_ xml: XMLReader, _ plan: RecordPlan) {
    let namespace = XMLTreeWriter.namespace
    record = xml.intern(namespace: namespace, local: "record")
    foreign = xml.intern(namespace: namespace, local: "foreign")
    field = xml.intern(namespace: namespace, local: "field")
    item = xml.intern(namespace: namespace, local: "item")
    key = xml.intern(namespace: namespace, local: "key")
    entity = xml.intern(local: "entity")
    escapedEntity = xml.intern(local: "escaped-entity")
    identifier = xml.intern(local: "id")
    name = xml.intern(local: "name")
    escapedName = xml.intern(local: "escaped-name")
    ownMarks = Marks(xml, namespace: "")
    marks = Marks(xml, namespace: namespace)
    properties = plan.entities.map { entity in
      var table: [Int32] = []
      for (index, property) in entity.properties.enumerated() where property.isXMLName {
        let identifier = xml.intern(local: property.name)
        while table.count <= identifier { table.append(-1) }
        table[identifier] = Int32(truncatingIfNeeded: index)
      }
      return table
    }
  }
}
