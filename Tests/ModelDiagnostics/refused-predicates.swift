// swift-format-ignore-file
// Predicates that the macro refuses; see refused.swift for how the comments are checked.
import DocumentData

enum Kind: String, Codable { case first, second }
enum Plain { case first }

@Model class Trip {
  var name = ""
  var days = 0
  var kind = Kind.first
  var tags: [String] = []
  var hotel: Hotel?
  @Transient var plain = Plain.first
  init() {}
  func describe() -> String { name }
}

@Model class Hotel {
  var name = ""
  init() {}
}

func isLong(_ trip: Trip) -> Bool { trip.days > 3 }

func refusedPredicates(trip: Trip, hotel: Hotel?, plain: Plain) {
  _ = #Predicate<Trip>(isLong)  // refused: reads the text of its closure
  _ = #Predicate<Trip> { trip in let name = trip.name; return name == "x" }  // refused: single expression; join
  _ = #Predicate<Trip> { trip in for tag in trip.tags { return tag == "x" }; return false }  // refused: single expression; join
  _ = #Predicate<Trip> { trip in switch trip.kind { case .first: true; case .second: false } }  // refused: without a 'switch'
  _ = #Predicate<Trip> { trip in if trip.days > 3 { return true }; return false }  // refused: single expression; join
  _ = #Predicate<Trip> { trip in if case .first = trip.kind { true } else { false } }  // refused: cannot match patterns
  _ = #Predicate<Trip> { $0.name.hasPrefix("x") }  // refused: write 'starts(with:)' instead
  _ = #Predicate<Trip> { $0.name.lowercased() == "x" }  // refused: write 'caseInsensitiveCompare(_:)
  _ = #Predicate<Trip> { $0.name.localizedCaseInsensitiveContains("x") }  // refused: write 'localizedStandardContains(_:)' instead
  _ = #Predicate<Trip> { $0.describe() == "x" }  // refused: cannot call 'describe()' on its input
  _ = #Predicate<Trip> { isLong($0) }  // refused: cannot pass its input to 'isLong'
  _ = #Predicate<Trip> { "\($0.name)" == "x" }  // refused: compare each of them
  _ = #Predicate<Trip> { ["x", $0.name].contains("x") }  // refused: join the comparisons
  _ = #Predicate<Trip> { ($0.name, $0.days) == ("x", 1) }  // refused: cannot make a tuple
  _ = #Predicate<Trip> { $0 === trip }  // refused: the operator '==='
  _ = #Predicate<[String: Int]> { $0[keyPath: \.[$0.first!.key]] == 1 }  // refused: cannot take a key path from its input
  _ = #Predicate<Trip> { $0.days & 1 == 0 }  // refused: the operator '&'
  _ = #Predicate<Trip> { $0.tags.map { $0 + "x" }.contains("x") }  // refused: write 'contains(where:)
  _ = #Predicate<Trip> { [weak trip] in $0.name == trip?.name }  // refused: captures nothing 'weak'
  _ = #Predicate<Trip> { $0.hotel == hotel }  // refused: compare its 'persistentModelID' instead
  _ = #Predicate<Trip> { $0.plain == plain }  // refused: only values that are Codable and Sendable
}
