import Foundation
import Testing

@Suite("tripconv list with groups")
struct GroupListTests {
  private let folder = ScratchFolder()
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../samples").standardizedFileURL.path
  private let small = samples + "/small-v4/source.trips.json"
  private let journeys = samples + "/journeys-v1/source.trips.json"

  private func list(_ arguments: String...) throws -> String {
    let command = try Command(["list"] + arguments, in: folder)
    #expect(command.status == 0, "\(command.errors)")
    return command.text
  }

  private struct Output<Item: Decodable>: Decodable {
    var objects: [Item]?
    var groups: [Item]?
  }

  private struct Group: Decodable {
    var keys: [String: Scalar]
    var values: [String: Scalar]
  }

  /// A scalar of JSON, as text; nil for null.
  private struct Scalar: Decodable, Hashable {
    var text: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() { return }
      if let number = try? container.decode(Int.self) {
        text = String(number)
      } else if let number = try? container.decode(Double.self) {
        text = String(number)
      } else if let bool = try? container.decode(Bool.self) {
        text = String(bool)
      } else {
        text = try container.decode(String.self)
      }
    }
  }

  private func groups(_ arguments: String...) throws -> [Group] {
    let command = try Command(["list", "--json"] + arguments, in: folder)
    #expect(command.status == 0, "\(command.errors)")
    let output = try JSONDecoder().decode(Output<Group>.self, from: Data(command.text.utf8))
    return try #require(output.groups)
  }

  @Test("prints a line for each group in the order of the keys, with the number of objects")
  func lines() throws {
    #expect(
      try list(small, "--group-by", "entity") == """
        BusinessTrip  1
        PersonalTrip  1
        Trip          1

        """)
    #expect(
      try list(journeys, "--group-by", "year", "--where", "startDate>=1800") == """
        1831  1
        1846  1
        1889  1
        1969  1

        """)
  }

  @Test("year, month and day of a date are keys")
  func dates() throws {
    #expect(try list(small, "--group-by", "year(endDate)").contains("2024  "))
    #expect(try list(small, "--group-by", "month(startDate)").contains("2024-07  1"))
    #expect(try list(small, "--group-by", "day").contains("2024-07-01  1"))
    #expect(
      try list(small, "--group-by", "month") == list(small, "--group-by", "month(startDate)"))
  }

  @Test("a time counts where a day is not stated")
  func times() throws {
    try folder.write(
      """
      from,to,departure
      Paris,Lyon,2026-07-01 10:00
      Lyon,Nice,2026-07-02
      Nice,Rome,2027-01-05 08:15

      """, to: "legs.csv")
    let found = try groups("legs.csv", "--entity", "Leg", "--group-by", "year")
    #expect(found.compactMap { $0.keys["year"]?.text } == ["2026", "2027"])
    #expect(found.map { $0.values["count"]?.text } == ["2", "1"])
  }

  @Test("properties of subentities are left out where objects lack them")
  func subentities() throws {
    let all = try groups(
      small, "--group-by", "entity", "--sum", "perdiem", "--average", "perdiem")
    let business = try #require(all.first { $0.keys["entity"]?.text == "BusinessTrip" })
    let personal = try #require(all.first { $0.keys["entity"]?.text == "PersonalTrip" })
    #expect(personal.values["sum(perdiem)"]?.text == "0")
    #expect(personal.values["average(perdiem)"]?.text == nil)
    #expect(business.values["average(perdiem)"] == business.values["sum(perdiem)"])
  }

  @Test("without --group-by, aggregates are those of all objects")
  func totals() throws {
    let found = try groups(journeys, "--min", "startDate", "--max", "startDate,endDate")
    #expect(found.count == 1)
    #expect(found[0].keys.isEmpty)
    #expect(found[0].values["count"]?.text == "11")
    #expect(found[0].values["min(startDate)"]?.text == "0001-01-01")
    #expect(found[0].values["max(endDate)"]?.text == "1969-07-24")
    #expect(try groups(journeys, "--where", "name=nothing", "--sum", "perdiem").count == 1)
    #expect(try groups(journeys, "--where", "name=nothing", "--group-by", "year").isEmpty)
  }

  @Test("sorts by a column, in both directions, and stops after the first")
  func order() throws {
    let ascending = try groups(journeys, "--group-by", "destination", "--sort", "count")
    let counts = ascending.compactMap { Int($0.values["count"]?.text ?? "") }
    #expect(counts == counts.sorted())
    let first = try groups(
      journeys, "--group-by", "destination", "--sort", "count", "--reverse", "--first", "2")
    #expect(
      first.map { $0.keys["destination"] }
        == ascending.reversed().prefix(2).map { $0.keys["destination"] })
    #expect(try list(journeys, "--group-by", "year", "--first", "0").isEmpty)
  }

  @Test("prints CSV with a heading and quotes where cells need them")
  func csv() throws {
    #expect(
      try list(small, "--csv", "--group-by", "entity", "--max", "startDate").hasPrefix(
        "entity,count,max(startDate)\r\nBusinessTrip,1,"))
    #expect(
      try list(
        journeys, "--csv", "--group-by", "destination", "--where", "destination~new york")
        == "destination,count\r\n\"New York, by way of the world\",1\r\n")
  }

  @Test("never adds amounts of different currencies, and adds decimals exactly")
  func currencies() throws {
    let file = "many.trips"
    try folder.generate(file, trips: 300)
    struct Stay: Decodable {
      struct Price: Decodable {
        var amount: String?
        var currency: String?
      }
      struct Attributes: Decodable {
        var price: Price?
        var isConfirmed: Bool
      }
      var attributes: Attributes
    }
    let objects = try #require(
      JSONDecoder().decode(
        Output<Stay>.self, from: Data(try list(file, "--json", "--entity", "Stay").utf8)
      ).objects)
    #expect(Set(objects.compactMap(\.attributes.price?.currency)).count > 1)
    let expected = Dictionary(grouping: objects) {
      [String($0.attributes.isConfirmed), $0.attributes.price?.currency ?? "none"]
    }
    let found = try groups(
      file, "--entity", "Stay", "--group-by", "isConfirmed", "--sum", "price", "--max",
      "price.amount", "--distinct", "price.currency")
    #expect(found.count == expected.count)
    for group in found {
      let stays = try #require(
        expected[
          [
            group.keys["isConfirmed"]?.text ?? "", group.keys["price.currency"]?.text ?? "none",
          ]])
      let amounts = stays.compactMap(\.attributes.price?.amount).compactMap {
        Decimal(string: $0)
      }
      #expect(group.values["count"]?.text == String(stays.count))
      #expect(
        group.values["sum(price)"]?.text.flatMap { Decimal(string: $0) }
          == amounts.reduce(0, +))
      #expect(
        group.values["max(price.amount)"]?.text.flatMap { Decimal(string: $0) } == amounts.max())
    }
    let byCurrency = try groups(
      file, "--entity", "Stay", "--group-by", "price.currency", "--sum", "price")
    #expect(byCurrency.allSatisfy { $0.keys.count == 1 })
  }

  @Test("groups by properties of the object that one belongs to")
  func related() throws {
    let file = "many.trips"
    try folder.generate(file, trips: 60)
    let found = try groups(file, "--entity", "Stay", "--group-by", "year(trip.startDate)")
    let all = try groups(file, "--entity", "Stay", "--distinct", "trip.name")
    #expect(
      found.compactMap { Int($0.values["count"]?.text ?? "") }.reduce(0, +)
        == Int(all[0].values["count"]?.text ?? ""))
    #expect(found.count > 1)
    #expect(
      try groups(
        samples("small-v4"), "--keep-version", "--entity", "BucketListItem", "--group-by",
        "trip.name"
      ).compactMap { $0.values["count"]?.text }.sorted() == ["1", "3"])
  }

  private func samples(_ name: String) -> String { Self.samples + "/\(name)/source.trips.json" }

  @Test("prints (none) for a key without a value")
  func missing() throws {
    let output = try list(samples("small-v6"), "--group-by", "color")
    #expect(output.contains("(none)  "))
    #expect(
      try list(samples("small-v6"), "--group-by", "color", "--csv").contains("\r\n,"))
  }

  @Test(
    "refuses what it cannot do, and says what to write",
    arguments: [
      (["--group-by", "yaer"], "unknown property yaer; known: "),
      (["--group-by", "destinaton"], "did you mean 'destination'?"),
      (["--group-by", "yer(startDate)"], "unknown function yer; did you mean 'year'?"),
      (["--group-by", "year(name)"], "name is not a date, but a text"),
      (["--group-by", "links"], "links has several values and cannot be grouped"),
      (["--group-by", "location"], "location is no single value; name one: location.code"),
      (["--group-by", "stays"], "stays leads to several objects"),
      (["--group-by", ""], "--group-by takes properties"),
      (["--sum", "name"], "--sum takes numbers; name is a text"),
      (["--sum", "isCancelled"], "--sum takes numbers; isCancelled is true or false"),
      (
        ["--entity", "Stay", "--group-by", "trip"], "trip is an object; name one of its properties"
      ),
      (["--entity", "Stay", "--group-by", "trip.nam"], "did you mean 'name'?"),
      (["--group-by", "year", "--sort", "cuont"], "did you mean 'count'?"),
      (["--group-by", "year", "--columns", "name"], "--columns cannot be combined with groups"),
      (["--csv"], "--csv prints groups"),
      (["--csv", "--json", "--group-by", "year"], "--json and --csv cannot be combined"),
    ])
  func refusals(arguments: [String], words: String) throws {
    let command = try Command(["list", samples("small-v6")] + arguments, in: folder)
    #expect(command.status == 64)
    #expect(command.errors.contains(words), "\(command.errors)")
  }
}
