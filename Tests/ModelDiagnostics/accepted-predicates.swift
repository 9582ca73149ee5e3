// swift-format-ignore-file
// Predicates that the macro accepts without a word in every mode of the language, in a file that
// imports Foundation too, where the compiler has two macros to choose from.
import DocumentData
import Foundation

enum Kind: String, Codable { case first, second }

@Model class Trip {
  var name = ""
  var note: String?
  var days = 0
  var kind = Kind.first
  var tags: [String] = []
  var hotel: Hotel?
  init() {}
}

@Model class PersonalTrip: Trip {}

@Model class Hotel {
  var name = ""
  init() {}
}

final class Search {
  var text = ""
  lazy var named: Predicate<Trip> = #Predicate { $0.name == text }
  var found: Predicate<Trip> { #Predicate { $0.name.localizedStandardContains(text) || self.text.isEmpty } }
}

@MainActor final class Screen {
  var text = ""
  var filter: Predicate<Trip> { #Predicate { $0.name == text && $0.days > 3 } }
}

actor Worker {
  var text = ""
  func filter() -> Predicate<Trip> { #Predicate { $0.name == text } }
}

struct Settings {
  var text = ""
  var filter: Predicate<Trip>?
  mutating func update() { filter = #Predicate { [text] in $0.name == text } }
}

func acceptedPredicates(isPersonal: Bool, id: PersistentIdentifier, text: String) {
  let personal: Predicate<Trip>? = {
    guard isPersonal else { return nil }
    return #Predicate { $0 is PersonalTrip }
  }()
  let named = #Predicate<Trip> { text.isEmpty ? true : $0.name == text || $0.note == text }
  _ = #Predicate<Trip> { (personal?.evaluate($0) ?? true) && named.evaluate($0) }
  _ = #Predicate<Trip> { $0.kind == .first && $0.hotel?.persistentModelID == id }
  _ = #Predicate<Trip> { trip in if let note = trip.note { note.contains("x") } else { false } }
  let path: any KeyPath<Trip, String> & Sendable = \.name
  _ = #Predicate<Trip> { $0[keyPath: \.name] == "x" && $0[keyPath: path] == text }
  _ = #Predicate<Trip> { $0[keyPath: \Trip.note] == nil || $0.hotel?[keyPath: \.name] == "x" }
  _ = #Predicate<String> { $0.isEmpty }
  _ = #Predicate<String, Int> { $0.count == $1 }
  _ = #Predicate { (text: String, count: Int, more: Int) in text.count == count + more }
  _ = #Expression<[String], Int> { $0.filter { $0 == "x" }.count }
  _ = FetchDescriptor<Trip>(
    predicate: #Predicate { $0.days > 3 }, sortBy: [SortDescriptor(\.name), .init(\.days, order: .reverse)])
  _ = SortDescriptor(\Trip.note, comparator: .localizedStandard, order: .reverse)
  _ = SortDescriptor(\Trip.name, comparator: .lexical)
  _ = [SortDescriptor(\Trip.hotel?.name), SortDescriptor(\Trip.tags.count)]
  _ = URL.documentsDirectory.appending(path: "a.trips")
}
