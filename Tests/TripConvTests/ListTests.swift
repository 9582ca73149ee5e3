import Foundation
import Testing

@Suite("tripconv list")
struct ListTests {
  private let folder = ScratchFolder()
  private let sample: String

  init() {
    sample =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../samples/journeys-v1/source.trips.json").standardizedFileURL.path
  }

  private func names(_ arguments: String...) throws -> [String] {
    let command = try Command(["list", sample, "--columns", "name"] + arguments, in: folder)
    #expect(command.status == 0, "\(command.errors)")
    return command.text.split(separator: "\n").map(String.init)
  }

  @Test("prints a line for each trip, sorted by the first date, in aligned columns")
  func lines() throws {
    let lines = try folder.run("list", sample).text.split(separator: "\n").map(String.init)
    #expect(lines.first?.contains("0001-01-01") == true)
    #expect(lines.last?.contains("1969-07-16") == true)
    let beagle = try #require(lines.first { $0.contains("Beagle") })
    #expect(
      beagle.hasPrefix("The Voyage of the Beagle")
        && beagle.contains("  1831-12-27  1836-10-02  South America"))
    #expect(try names().count == lines.count)
  }

  @Test(
    "filters by conditions",
    arguments: [
      (["name~beagle"], ["The Voyage of the Beagle"]),
      (["name=apollo 11"], []), (["name=Apollo 11"], ["Apollo 11"]),
      (["startDate=1831"], ["The Voyage of the Beagle"]),
      (["startDate=1831-12-27"], ["The Voyage of the Beagle"]),
      (["startDate=1831-12-26"], []), (["startDate>1889-11"], ["Apollo 11"]),
      (
        ["startDate>=1889-11-14", "endDate<1900"],
        ["Around the World in Seventy-Two Days"]
      ),
      (["startDate<=0381", "destination~hiero"], ["Itinerarium Egeriae"]),
      (["destination="], []),
    ])
  func filters(conditions: [String], expected: [String]) throws {
    let arguments = conditions.flatMap { ["--where", $0] }
    let command = try Command(["list", sample, "--columns", "name"] + arguments, in: folder)
    #expect(command.text.split(separator: "\n").map(String.init) == expected)
  }

  @Test(
    "refuses conditions that are none, and says what is wrong",
    arguments: [
      ("name=x or y=z", "without 'or': give each its own --where"),
      ("name=x and destination~z", "without 'and'"), ("name=x && y=z", "without '&&'"),
      ("startDate>=1 or endDate<2", "without 'or'"), ("name==x", "there is no operator '=='"),
      ("startDate=>1800", "there is no operator '=>'"),
      ("name is x", "takes a property, an operator"),
      ("nmae=x", "unknown property nmae; did you mean 'name'?"),
    ])
  func wrongConditions(condition: String, words: String) throws {
    let command = try folder.run("list", sample, "--where", condition)
    #expect(command.status == 64)
    #expect(command.errors.contains(words), "\(command.errors)")
  }

  @Test(
    "takes a value in quotation marks as it is, and words that join nothing",
    arguments: [
      ("name=\"Apollo 11\"", 1), ("name~\"x or y=z\"", 0), ("name~\"\"", 0),
      ("destination=a or b", 0),
      ("destination~and round", 1),
    ])
  func quotedValues(condition: String, count: Int) throws {
    let command = try folder.run("list", sample, "--where", condition)
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.text.split(separator: "\n").count == count, "\(command.text)")
  }

  @Test(
    "finds what lies between two days, also in part",
    arguments: [
      (["--from", "1836-10-02", "--until", "1836"], ["The Voyage of the Beagle"]),
      (["--from", "1836-10-03", "--until", "1847"], ["Eine Frauenfahrt um die Welt"]),
      (["--from", "1900"], ["Apollo 11"]),
      (["--until", "0300"], ["Περὶ τοῦ Ὠκεανοῦ"]),
      (["--from", "1969-07-25"], []),
      (["--from", "1831", "--until", "1836", "--where", "name~welt"], []),
    ])
  func period(options: [String], expected: [String]) throws {
    let command = try Command(["list", sample, "--columns", "name"] + options, in: folder)
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.text.split(separator: "\n").map(String.init) == expected)
  }

  @Test("says what --from takes, and of which objects")
  func wrongPeriod() throws {
    let day = try folder.run("list", sample, "--from", "May")
    #expect(day.status == 64 && day.errors.contains("--from takes a day, month or year"))
    try folder.generate("a.trips", trips: 1)
    let leg = try folder.run("list", "a.trips", "--entity", "Leg", "--from", "2026")
    #expect(leg.status == 64 && leg.errors.contains("write conditions"), "\(leg.errors)")
    let person = try folder.run("list", "a.trips", "--entity", "Participant", "--until", "2026")
    #expect(person.status == 64 && person.errors.contains("Participant has no days"))
  }

  @Test("leaves out columns without a value, unless they are asked for")
  func emptyColumns() throws {
    let line = try folder.run("list", sample, "--where", "name=Apollo 11").text
    #expect(line == "Apollo 11  1969-07-16  1969-07-24  Mare Tranquillitatis\n")
    let asked = try folder.run(
      "list", sample, "--where", "name=Apollo 11", "--columns", "name,color,destination"
    ).text
    #expect(asked == "Apollo 11    Mare Tranquillitatis\n")
  }

  @Test("opposite conditions divide the objects")
  func opposites() throws {
    let all = try names().sorted()
    for (left, right) in [
      ("startDate<1500", "startDate>=1500"), ("startDate=1831", "startDate!=1831"),
      ("endDate<=1848", "endDate>1848"), ("name=Apollo 11", "name!=Apollo 11"),
    ] {
      #expect(try (names("--where", left) + names("--where", right)).sorted() == all)
    }
  }

  @Test("sorts by any property, in both directions, and stops after the first")
  func order() throws {
    let ascending = try names("--sort", "endDate")
    #expect(try names("--sort", "endDate", "--reverse") == ascending.reversed())
    #expect(try names("--sort", "endDate", "--first", "2") == Array(ascending.prefix(2)))
    #expect(try names("--first", "0").isEmpty)
  }

  @Test("compares booleans and numbers of entities and their subclasses")
  func entities() throws {
    let small = URL(fileURLWithPath: sample).deletingLastPathComponent()
      .appending(path: "../small-v4/source.trips.json").standardizedFileURL.path
    func list(_ arguments: String...) throws -> String {
      try Command(["list", small] + arguments, in: folder).text
    }
    #expect(
      try list("--entity", "BucketListItem", "--where", "isInPlan=no", "--columns", "title")
        == "Orsay\n")
    #expect(
      try list("--entity", "BusinessTrip", "--where", "perdiem>75", "--columns", "name,perdiem")
        == "Fair  75.5\n")
    #expect(try list("--where", "destination=", "--columns", "name") == "Somewhere\n")
    #expect(try list().contains("PersonalTrip"))
  }

  @Test("prints all attributes as JSON")
  func json() throws {
    struct List: Decodable {
      struct Object: Decodable {
        var entity: String
        var id: Int
        var attributes: Attributes
      }
      struct Attributes: Decodable {
        var startDate: String
        var links: [String]
        var location: [String: Double]?
      }
      var version: Int
      var file: String
      var objects: [Object]
    }
    let command = try folder.run("list", sample, "--where", "name~beagle", "--json")
    let list = try JSONDecoder().decode(List.self, from: command.output)
    #expect(list.version == 1 && list.file == sample && list.objects.count == 1)
    #expect(list.objects[0].attributes.startDate == "1831-12-27")
    #expect(list.objects[0].attributes.links.isEmpty)
    #expect(list.objects[0].attributes.location == nil)
  }

  @Test(
    "refuses unknown properties and values with advice",
    arguments: [
      (["--where", "nam=x"], "unknown property nam; did you mean 'name'?"),
      (
        ["--sort", "begin"],
        "unknown property begin; known: color, destination, "
          + "endDate, isCancelled, links, location, name, notes, startDate"
      ),
      (["--columns", "name,endDat"], "did you mean 'endDate'?"),
      (["--where", "startDate>soon"], "'soon' is not a day, such as 1831, 1831-12 or 1831-12-27"),
      (["--where", "startDate>2023-02-29"], "'2023-02-29' is not a day"),
      (["--where", "startDate~18"], "~ needs a text; startDate is not one"),
      (["--where", "name"], "--where takes a property, an operator and a value"),
      (["--entity", "Trp"], "unknown entity Trp; did you mean 'Trip'?"),
      (["--first", "-1"], "--first"),
    ])
  func refusals(arguments: [String], words: String) throws {
    let command = try Command(["list", sample] + arguments, in: folder)
    #expect(command.status == 64)
    #expect(command.errors.hasPrefix("tripconv list: error: "))
    #expect(command.errors.contains(words), "\(command.errors)")
    #expect(command.output.isEmpty)
  }
}
