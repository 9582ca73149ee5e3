import ArgumentParser

/// The command-line options that group objects and compute values of each group.
struct GroupingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Print one line for each group of objects with equal values of these properties, with their number.",
      valueName: "properties"))
  var groupBy: String?

  @Option(
    help: ArgumentHelp(
      "Print the sum of these properties for each group, or for all objects.",
      valueName: "properties"))
  var sum: String?

  @Option(help: ArgumentHelp("Print their average.", valueName: "properties"))
  var average: String?

  @Option(help: ArgumentHelp("Print their least value.", valueName: "properties"))
  var min: String?

  @Option(help: ArgumentHelp("Print their greatest value.", valueName: "properties"))
  var max: String?

  @Option(
    help: ArgumentHelp("Print the number of their different values.", valueName: "properties"))
  var distinct: String?

  /// Whether groups are requested in place of objects.
  var isRequested: Bool { groupBy != nil || !aggregates.isEmpty }

  /// The properties to group by.
  var keys: [String] { Self.words(groupBy) }

  /// What to compute, and of which properties.
  var aggregates: [(function: GroupFunction, property: String)] {
    let options: [(GroupFunction, String?)] = [
      (.distinct, distinct), (.min, min), (.max, max), (.sum, sum), (.average, average),
    ]
    return options.flatMap { function, option in
      Self.words(option).map { (function, $0) }
    }
  }

  func validate() throws {
    for (name, option) in [
      ("--group-by", groupBy), ("--sum", sum), ("--average", average), ("--min", min),
      ("--max", max), ("--distinct", distinct),
    ] where option != nil && Self.words(option).contains(where: \.isEmpty) {
      throw ValidationError("\(name) takes properties, separated by commas")
    }
  }

  private static func words(_ option: String?) -> [String] {
    option.map { text in
      text.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    } ?? []
  }
}

/// A function of the values of a group, by the name of its option.
enum GroupFunction: String {
  case distinct, min, max, sum, average
}
