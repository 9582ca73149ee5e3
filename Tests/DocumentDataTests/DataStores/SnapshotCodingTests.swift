import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("The coded form of snapshots")
struct SnapshotCodingTests {
  private func everything() -> Everything {
    let model = Everything(
      address: Address(street: "Kai 1\u{0}", zip: .max),
      url: URL(string: "https://example.org/a%20b?c") ?? URL(fileURLWithPath: "/"))
    model.float = -.infinity
    model.double = -0.0
    model.decimal = Decimal(string: "-12345678901234567890.000000000000001") ?? 0
    model.text = "e\u{301} é 🏳️‍🌈"
    model.date = Date(timeIntervalSinceReferenceDate: 0.1)
    model.past = Date(timeIntervalSinceReferenceDate: -1e20)
    model.day = CalendarDay("0001-01-01") ?? model.day
    model.departure = ZonedTime("2026-10-25T02:30:00+01:00[Europe/Paris]")
    model.departures = ["x": ZonedTime("2026-07-01T19:30:00.5-10:00[Not/Known]") ?? ._$blank]
    model.data = Data(0...255)
    model.numbers = []
    model.nested = [["a"], [], ["b", ""]]
    model.byDay = [1: nil, -2: .nan, 3: 0.5]
    model.addresses = [Address(street: ""), Address(street: "x", zip: -1)]
    return model
  }

  private func snapshot(_ model: some PersistentModel) -> DefaultSnapshot {
    var related: [PersistentIdentifier: any BackingData] = [:]
    return DefaultSnapshot(from: model.persistentBackingData, relatedBackingDatas: &related)
  }

  enum Coder: CaseIterable {
    case json, jsonOtherStrategies, binaryPropertyList, xmlPropertyList, tree

    func throughIt(_ snapshots: [DefaultSnapshot]) throws -> [DefaultSnapshot] {
      switch self {
      case .json:
        return try JSONDecoder().decode(
          [DefaultSnapshot].self, from: JSONEncoder().encode(snapshots))
      case .jsonOtherStrategies:
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.dataEncodingStrategy = .deferredToData
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.dataDecodingStrategy = .deferredToData
        return try decoder.decode([DefaultSnapshot].self, from: encoder.encode(snapshots))
      case .binaryPropertyList, .xmlPropertyList:
        let encoder = PropertyListEncoder()
        encoder.outputFormat = self == .xmlPropertyList ? .xml : .binary
        return try PropertyListDecoder().decode(
          [DefaultSnapshot].self, from: encoder.encode(snapshots))
      case .tree:
        let coding = try #require(AttributeCoding<[DefaultSnapshot]>.shared([DefaultSnapshot].self))
        return try coding.decode(coding.encode(snapshots))
      }
    }
  }

  @Test(
    "Every attribute type comes back exactly, whatever coder is used", arguments: Coder.allCases)
  func attributes(_ coder: Coder) throws {
    let model = everything()
    if coder == .xmlPropertyList {
      // XML has no such character.
      model.address.street = "Kai 1"
    }
    let written = snapshot(model)
    let read = try coder.throughIt([written])
    #expect(read == [written])
    #expect(read.first?.debugDescription == written.debugDescription)
    #expect(written.debugDescription.contains("date"))
  }

  @Test("Relationships keep nil and empty lists apart, saved or not", arguments: Coder.allCases)
  func relationships(_ coder: Coder) throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(Club.models), configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let players = ["nil", "empty", "two"].map { Club.Player(name: $0) }
    players[1].friends = []
    players[2].friends = [players[1], players[0]]
    players[2].team = Club.Team(name: "Reds")
    #expect(try coder.throughIt([snapshot(players[0])]).first == snapshot(players[0]))
    for player in players { context.insert(player) }
    let pending = players.map { snapshot($0) }
    #expect(try coder.throughIt(pending) == pending)
    try context.save()
    let saved = players.map { snapshot($0) }
    #expect(try coder.throughIt(saved) == saved)
    #expect(Set(saved.map(\.debugDescription)).count == 3)
    #expect(saved[0] != saved[1].copy(persistentIdentifier: saved[0].persistentIdentifier))
  }

  @Test("A copy has another identifier, and others in its relationships where it is told so")
  func copying() throws {
    let first = try PersistentIdentifier.identifier(
      for: "s", entityName: "Player", primaryKey: UUID())
    let second = try PersistentIdentifier.identifier(for: "s", entityName: "Team", primaryKey: 3)
    let context = ModelContext(
      try ModelContainer(
        for: Schema(Club.models), configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let player = Club.Player(name: "Al")
    player.team = Club.Team(name: "Reds")
    context.insert(player)
    let team = try #require(player.team?.persistentModelID)
    let original = snapshot(player)
    let copy = original.copy(persistentIdentifier: first)
    #expect(copy.persistentIdentifier == first)
    #expect(copy.copy(persistentIdentifier: original.persistentIdentifier) == original)
    let remapped = original.copy(
      persistentIdentifier: first, remappedIdentifiers: [team: second])
    #expect(remapped != copy)
    let text = String(decoding: try JSONEncoder().encode(remapped), as: UTF8.self)
    #expect(text.contains(#""primaryKey":3"#))
  }

  @Test("The types stand beside the values")
  func types() throws {
    let data = try JSONEncoder().encode(snapshot(everything()))
    let object = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let types = try #require(object["$types"] as? [String: String])
    #expect(types["text"] == "text")
    #expect(types["int16"] == "int16?")
    #expect(types["gaps"] == "[int64?]")
    #expect(types["scores"] == "[text: int64]")
    #expect(types["address"] == "tree")
    #expect(object["text"] as? String == "e\u{301} é 🏳️‍🌈")
    #expect(object["float"] as? String == "-INF")
    #expect(object["uint64"] as? UInt64 == .max)
  }

  @Test(
    "What is no snapshot is refused",
    arguments: [
      (#""int":"int64""#, #""int":"integer""#),
      (#""int":-3"#, #""int":"-3""#),
      (#""int8":8"#, #""int8":128"#),
      (#""date":""#, #""date":"x"#),
      (#""rank":null,"#, #""rank":1.5,"#),
      (#""text":"plain""#, #""text":null"#),
      (#""kind":"object""#, #""kind":"thing""#),
      (#""float":0.5"#, #""float":0.1"#),
      (#""url":"https://example.org""#, #""url":7"#),
    ])
  func refusal(_ old: String, _ new: String) throws {
    let model = Everything(
      address: Address(street: "s"), url: try #require(URL(string: "https://example.org")))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(snapshot(model)), as: UTF8.self)
    let changed = text.replacingOccurrences(of: old, with: new)
    #expect(changed != text)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DefaultSnapshot.self, from: Data(changed.utf8))
    }
  }

  @Test("A value that is nested too deeply is refused")
  func depth() throws {
    let model = Everything(
      address: Address(street: "s"), url: try #require(URL(string: "https://example.org")))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(snapshot(model)), as: UTF8.self)
    let one = #"{"kind":"text","value":"s"}"#
    #expect(text.contains(one))
    let levels = 100
    let deep =
      String(repeating: #"{"kind":"array","value":["#, count: levels) + one
      + String(repeating: "]}", count: levels)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        DefaultSnapshot.self, from: Data(text.replacingOccurrences(of: one, with: deep).utf8))
    }
  }

  @Test("A property may be called like the identifier")
  func keys() {
    typealias Key = DataStoreSnapshotCodingKey
    for key in [
      Key.persistentIdentifier, .modeledProperty("persistentIdentifier"),
      .modeledProperty("name"),
    ] {
      #expect(Key(stringValue: key.stringValue) == key)
      #expect(key.intValue == nil)
    }
    #expect(Key(intValue: 1) == nil)
  }
}
