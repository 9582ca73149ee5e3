import DocumentTables

/// Random tables of ``LossFixture``'s schema and random changes of them, all of them valid.
struct LossGenerator {
  var random: TextFormRandom
  /// Whether a new object may have the key that a removed one had, as only a faulty program gives it.
  var reusesKeys = false
  private var taken: Set<ObjectKey> = []

  init(seed: UInt64) { random = TextFormRandom(seed: seed) }

  mutating func fixture() throws -> LossFixture {
    var fixture = LossFixture()
    fixture.rowsPerSegment = Int.random(in: 1...4, using: &random)
    for _ in 0..<Int.random(in: 0...25, using: &random) {
      try attempt(&fixture) { $0.insert(&$1) }
    }
    for _ in 0..<20 { try change(&fixture) }
    for number in 0..<Int.random(in: 0...3, using: &random) {
      let anchor = key(in: fixture)
      fixture.extensions.append(
        ExtensionRecord(
          entity: "com.example.e", key: ObjectKey(900 + number), anchor: anchor,
          value: .integer(Int64(number))))
      fixture.parts.append(
        KeptPart(name: "attachments/com.example/\(number)", bytes: [1], anchor: anchor))
    }
    return fixture
  }

  /// One change, if it leaves the tables valid.
  mutating func change(_ fixture: inout LossFixture) throws {
    try attempt(&fixture) { generator, fixture in
      switch Int.random(in: 0..<10, using: &generator.random) {
      case 0: generator.insert(&fixture)
      case 1: generator.remove(&fixture)
      case 2: generator.changeEntity(&fixture)
      case 3:
        if let key = generator.key(in: fixture) {
          fixture.rows[key]?.foreign =
            Bool.random(using: &generator.random)
            ? nil : .members(["com.example": .integer(generator.small())])
        }
      default: generator.changeValue(&fixture)
      }
    }
  }

  private mutating func attempt(
    _ fixture: inout LossFixture, _ body: (inout LossGenerator, inout LossFixture) -> Void
  ) throws {
    var candidate = fixture
    body(&self, &candidate)
    let tables = try candidate.tables()
    guard TablesCheck.findings(tables).isEmpty else { return }
    let perSegment = fixture.rowsPerSegment
    fixture = LossFixture(tables)
    fixture.rowsPerSegment = perSegment
  }

  private mutating func small() -> Int64 { Int64.random(in: 0...4, using: &random) }

  func keys(of entities: Set<String>, in fixture: LossFixture) -> [ObjectKey] {
    fixture.rows.filter { entities.contains($0.value.entity) }.map(\.key).sorted()
  }

  private mutating func key(in fixture: LossFixture) -> ObjectKey? {
    fixture.rows.keys.sorted().randomElement(using: &random)
  }

  private mutating func insert(_ fixture: inout LossFixture) {
    let entity =
      ["Trip", "Work", "Item", "Home", "Tag", "Visa"].randomElement(using: &random) ?? "Trip"
    let key = ObjectKey.random(in: 1...90, using: &random)
    guard fixture.rows[key] == nil, taken.insert(key).inserted || reusesKeys else { return }
    fixture.rows[key] = LossFixture.Row(entity: entity, values: values(of: entity, key, fixture))
  }

  private mutating func remove(_ fixture: inout LossFixture) {
    guard let key = key(in: fixture) else { return }
    fixture.rows[key] = nil
    fixture.extensions.removeAll { $0.anchor == key }
    fixture.parts.removeAll { $0.anchor == key }
    for (other, row) in fixture.rows {
      for (name, value) in row.values {
        switch value {
        case .reference(key): fixture.rows[other]?.values[name] = .null
        case .references(let keys):
          fixture.rows[other]?.values[name] = .references(keys.filter { $0 != key })
        default: break
        }
      }
    }
  }

  private mutating func changeEntity(_ fixture: inout LossFixture) {
    guard let key = keys(of: ["Trip", "Work"], in: fixture).randomElement(using: &random),
      var row = fixture.rows[key]
    else { return }
    row.entity = row.entity == "Trip" ? "Work" : "Trip"
    let fresh = values(of: row.entity, key, fixture)
    row.values = fresh.merging(row.values.filter { fresh[$0.key] != nil }) { $1 }
    fixture.rows[key] = row
  }

  private mutating func changeValue(_ fixture: inout LossFixture) {
    guard let key = key(in: fixture), let row = fixture.rows[key] else { return }
    let fresh = values(of: row.entity, key, fixture)
    guard let name = fresh.keys.sorted().randomElement(using: &random) else { return }
    fixture.rows[key]?.values[name] = fresh[name]
    // A relationship that is its own inverse is stated by both.
    if name == "twin", case .reference(let other) = fresh[name] {
      fixture.rows[other]?.values[name] = .reference(key)
    }
  }

  private mutating func values(
    of entity: String, _ key: ObjectKey, _ fixture: LossFixture
  ) -> [String: Value] {
    func reference(_ entities: Set<String>) -> Value {
      let keys = keys(of: entities, in: fixture)
      return keys.randomElement(using: &random).map { .reference($0) } ?? .null
    }
    func optional(_ value: Value) -> Value {
      Int.random(in: 0..<3, using: &random) == 0 ? .null : value
    }
    func list(_ keys: [ObjectKey]) -> Value {
      let count = Int.random(in: 0...keys.count, using: &random)
      return .references(Array(keys.shuffled(using: &random).prefix(count)))
    }
    func text() -> Value { .text("t\(small())") }
    switch entity {
    case "Trip", "Work":
      let trips: Set<String> = ["Trip", "Work"]
      let items = keys(of: ["Item"], in: fixture).filter {
        fixture.rows[$0]?.values["trip"] == .reference(key)
      }
      let tags = keys(of: ["Tag"], in: fixture)
      var values: [String: Value] = [
        "days": optional(.integer(small())), "name": text(),
        "mood": .text(Bool.random(using: &random) ? "calm" : "wild"),
        "note": optional(.tree(.members(["a": .integer(small())]))),
        "items": optional(.references(items.shuffled(using: &random))),
        "tags": optional(.references(tags.shuffled(using: &random))),
        "next": optional(reference(trips)), "twin": optional(reference(trips)),
      ]
      if entity == "Work" {
        let visas = keys(of: ["Visa"], in: fixture)
        values["perdiem"] = .double(Double(small()))
        values["boss"] = text()
        values["clients"] = optional(list(tags))
        values["visa"] = optional(.references(visas.shuffled(using: &random)))
      }
      return values
    case "Item":
      return [
        "title": optional(text()), "when": optional(.array([.date(Double(small())), .null])),
        "trip": optional(reference(["Trip", "Work"])),
      ]
    case "Home":
      let place = LossFixture.place.tree(of: [optional(.integer(small())), text()])
      return [
        "price": optional(.text("\(small())")), "place": optional(.tree(place)),
        "trip": reference(["Trip", "Work"]),
      ]
    case "Tag":
      return [
        "code": optional(.uuid(UInt128(small()))),
        "trips": optional(list(keys(of: ["Trip", "Work"], in: fixture))),
      ]
    default: return ["work": optional(reference(["Work"]))]
    }
  }
}
