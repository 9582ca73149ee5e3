import DocumentData
import Foundation

/// A predicate, and how far it is translated.
struct PredicateShape: CustomStringConvertible {
  typealias Outing = Outings.Outing

  enum Road {
    /// Columns decide alone.
    case query
    /// Functions of several columns decide the rest.
    case rows
    /// Objects are tested.
    case objects
  }

  var description: String
  var road: Road
  /// Made for a world, whose objects it may capture.
  var make: (OutingWorld) -> Predicate<Outing>

  static func query(
    _ name: String, _ make: @escaping (OutingWorld) -> Predicate<Outing>
  ) -> PredicateShape {
    PredicateShape(description: name, road: .query, make: make)
  }

  static func rows(
    _ name: String, _ make: @escaping (OutingWorld) -> Predicate<Outing>
  ) -> PredicateShape {
    PredicateShape(description: name, road: .rows, make: make)
  }

  static func objects(
    _ name: String, _ make: @escaping (OutingWorld) -> Predicate<Outing>
  ) -> PredicateShape {
    PredicateShape(description: name, road: .objects, make: make)
  }

  static var all: [PredicateShape] {
    values + members + texts + optionals + logic + classes + forced + collections + toOne + toMany
      + functions
      + nested + untranslated
  }
}

extension PredicateShape {
  static var values: [PredicateShape] {
    [
      .query("an integer equals") { _ in #Predicate { $0.days == 2 } },
      .query("an integer differs") { _ in #Predicate { $0.days != 2 } },
      .query("a constant on the left is below") { _ in #Predicate { 2 < $0.days } },
      .query("an integer is at most") { _ in #Predicate { $0.days <= 2 } },
      .query("a small unsigned integer is above") { _ in #Predicate { $0.weight > 100 } },
      .query("a double equals zero") { _ in #Predicate { $0.price == 0 } },
      .query("a double equals NaN") { _ in
        let number = Double.nan
        return #Predicate { $0.price == number }
      },
      .query("a double differs from NaN") { _ in
        let number = Double.nan
        return #Predicate { $0.price != number }
      },
      .query("a double is at least") { _ in #Predicate { $0.price >= 1 } },
      .query("a double is not below") { _ in #Predicate { !($0.price < 1) } },
      .query("a float equals") { _ in #Predicate { $0.rating == 0.1 } },
      .query("a date is after") { _ in
        let date = Date(timeIntervalSinceReferenceDate: 2)
        return #Predicate { $0.begin > date }
      },
      .query("an identifier equals") { world in
        let code = world.outings[3].code
        return #Predicate { $0.code == code }
      },
      .query("an identifier is below") { world in
        let code = world.outings[3].code
        return #Predicate { $0.code < code }
      },
      .query("a truth value") { _ in #Predicate { $0.isOpen } },
      .query("no truth value") { _ in #Predicate { !$0.isOpen } },
      .query("a truth value equals one") { _ in #Predicate { $0.isOpen == false } },
      .query("a decimal equals") { _ in
        let cost = Decimal(string: "1.50") ?? 0
        return #Predicate { $0.cost == cost }
      },
      .query("a decimal is above") { _ in
        let cost = Decimal(3)
        return #Predicate { $0.cost > cost }
      },
      .query("data equal") { _ in
        let data = Data([0])
        return #Predicate { $0.blob == data }
      },
      .query("a URL equals") { _ in
        let link = URL(string: "https://example.org/1")
        return #Predicate { $0.link == link }
      },
      .query("a closed range") { _ in #Predicate { (1...3).contains($0.days) } },
      .query("a half-open range") { _ in #Predicate { (1..<3).contains($0.days) } },
      .query("a captured partial range") { _ in
        let range = 2...
        return #Predicate { range.contains($0.days) }
      },
      .query("a range of doubles") { _ in #Predicate { (0.0...2.0).contains($0.price) } },
      .query("a range of texts") { _ in
        let range = "a"..."f"
        return #Predicate { range.contains($0.name) }
      },
    ]
  }

  /// Members of structures.
  static var members: [PredicateShape] {
    [
      .query("a member equals") { _ in #Predicate { $0.cabin.deck == "a" } },
      .query("a member contains") { _ in #Predicate { $0.cabin.deck.contains("e") } },
      .query("a member is empty") { _ in #Predicate { $0.cabin.deck.isEmpty } },
      .query("a member is above") { _ in #Predicate { $0.cabin.width > 1 } },
      .query("a member equals NaN or is in a range") { _ in
        let number = Double.nan
        return #Predicate { $0.cabin.width == number || (0.0...2.0).contains($0.cabin.width) }
      },
      .query("an optional member equals") { _ in #Predicate { $0.cabin.row == 2 } },
      .query("an optional member is nil") { _ in #Predicate { $0.cabin.row == nil } },
      .query("an optional member by default") { _ in #Predicate { ($0.cabin.row ?? 5) > 2 } },
      .query("a member that is coded by another name") { _ in
        #Predicate { $0.cabin.bunks == 2 }
      },
      .query("a member is an enumeration") { _ in
        let level = Outings.Level.hard
        return #Predicate { $0.cabin.level == level }
      },
      .query("a member of an optional structure") { _ in
        #Predicate { $0.formerCabin?.deck == "a" }
      },
      .query("a member of an optional structure is nil") { _ in
        #Predicate { $0.formerCabin?.row == nil }
      },
      .query("a member of an optional structure differs") { _ in
        #Predicate { $0.formerCabin?.deck != "a" }
      },
      .query("if let a structure") { _ in
        #Predicate { if let cabin = $0.formerCabin { cabin.width < 1 } else { $0.isOpen } }
      },
      .query("a member of a related object's structure") { _ in
        #Predicate { $0.guide?.home?.deck == "a" }
      },
      .query("members of objects of a relationship") { _ in
        #Predicate { $0.guide?.outings.contains { $0.cabin.bunks == 3 } ?? false }
      },
      .query("a structure equals nil") { _ in #Predicate { $0.formerCabin == nil } },
      .query("a computed property of a structure") { _ in #Predicate { $0.cabin.sign == "a!" } },
      .query("a time in a structure") { _ in
        let time = ClockTime("2026-07-01T03:30:00")
        return #Predicate { $0.cabin.opens == time }
      },
      .rows("a member and an attribute") { _ in #Predicate { $0.cabin.width < $0.price } },
      .rows("a member and a computed property of its structure") { _ in
        #Predicate { $0.cabin.deck == $0.cabin.sign }
      },
      .objects("members of two structures") { _ in
        #Predicate { $0.cabin.bunks > ($0.formerCabin?.bunks ?? 1) }
      },
    ]
  }

  static var texts: [PredicateShape] {
    OutingGenerator.texts.flatMap { text in
      [
        .query("a text equals \(text.debugDescription)") { _ in #Predicate { $0.name == text } },
        .query("a text contains \(text.debugDescription)") { _ in
          #Predicate { $0.name.contains(text) }
        },
        .query("a text starts with \(text.debugDescription)") { _ in
          #Predicate { $0.name.starts(with: text) }
        },
        .query("a text is below \(text.debugDescription)") { _ in #Predicate { $0.name < text } },
        .query("a text is at least \(text.debugDescription)") { _ in
          #Predicate { $0.name >= text }
        },
        .query("an optional text equals \(text.debugDescription)") { _ in
          #Predicate { $0.place == text }
        },
      ]
    } + [
      .query("a text is empty") { _ in #Predicate { $0.name.isEmpty } },
      .query("a text is empty equals false") { _ in #Predicate { $0.name.isEmpty == false } },
      .query("a text has a number of characters") { _ in #Predicate { $0.name.count == 1 } },
      .query("a text has more characters") { _ in #Predicate { $0.name.count > 4 } },
      .query("a number of characters in a range") { _ in
        #Predicate { (1...4).contains($0.name.count) }
      },
      .query("a list of texts contains it") { _ in
        let names = ["caf\u{e9}", "Paris", "a"]
        return #Predicate { names.contains($0.name) }
      },
      .query("a set contains an optional text") { _ in
        let places: Set<String?> = ["café", nil, "b"]
        return #Predicate { places.contains($0.place) }
      },
      .query("an empty list contains nothing") { _ in
        let names: [String] = []
        return #Predicate { names.contains($0.name) }
      },
    ]
  }

  static var optionals: [PredicateShape] {
    [
      .query("nil equals") { _ in #Predicate { $0.place == nil } },
      .query("nil differs") { _ in #Predicate { $0.seats != nil } },
      .query("an optional differs from a value") { _ in #Predicate { $0.seats != 2 } },
      .query("an optional equals an optional") { _ in
        let seats: Int? = 2
        return #Predicate { $0.seats == seats }
      },
      .query("an optional truth value equals") { _ in #Predicate { $0.isPaid == true } },
      .query("an optional truth value by default") { _ in #Predicate { $0.isPaid ?? true } },
      .query("an optional number by default") { _ in #Predicate { ($0.seats ?? 2) > 1 } },
      .query("an optional by another optional") { _ in
        #Predicate { ($0.place ?? $0.name) == "a" }
      },
      .query("an optional chain on a text") { _ in #Predicate { $0.place?.isEmpty == true } },
      .query("an optional chain contains") { _ in
        #Predicate { $0.place?.contains("a") ?? false }
      },
      .query("if let") { _ in
        let date = Date(timeIntervalSinceReferenceDate: 2)
        return #Predicate { if let end = $0.end { end > date } else { $0.isOpen } }
      },
      .query("flatMap") { _ in #Predicate { $0.seats.flatMap { $0 > 1 } ?? true } },
    ]
  }

  static var logic: [PredicateShape] {
    [
      .query("a disjunction") { _ in
        #Predicate { $0.days == 1 || $0.name == "a" || $0.seats == nil }
      },
      .query("a conjunction") { _ in #Predicate { $0.days > 0 && $0.days < 4 && $0.isOpen } },
      .query("a mixture") { _ in
        #Predicate { ($0.days > 2 || !$0.isOpen) && !($0.name == "a" && $0.days == 1) }
      },
      .query("an empty search text") { _ in
        let text = ""
        return #Predicate { text.isEmpty ? true : $0.name.contains(text) }
      },
      .query("a search text") { _ in
        let text = "ar"
        return #Predicate { text.isEmpty ? true : $0.name.contains(text) }
      },
      .query("a conditional") { _ in #Predicate { $0.isOpen ? $0.days > 2 : $0.seats == nil } },
      .query("a conditional of values") { _ in
        #Predicate { ($0.isOpen ? $0.name : $0.spot.street) == "a" }
      },
      .query("a constant left operand") { _ in
        let isOff = false
        return #Predicate { isOff || $0.days == 1 }
      },
      .query("a constant that excludes what cannot be translated") { _ in
        let isOff = true
        return #Predicate { isOff || $0.shout == "A" }
      },
      .query("always") { _ in #Predicate { _ in true } },
      .query("never") { _ in #Predicate { _ in false } },
    ]
  }

  static var classes: [PredicateShape] {
    [
      .query("is") { _ in #Predicate { $0 is Outings.Climb } },
      .query("is not") { _ in #Predicate { !($0 is Outings.Dive) } },
      .query("is one of two") { _ in #Predicate { $0 is Outings.Climb || $0 is Outings.Dive } },
      .query("as with a property") { _ in
        #Predicate { ($0 as? Outings.Climb)?.height ?? 0 > 1000 }
      },
      .query("as with an optional property") { _ in
        #Predicate { ($0 as? Outings.Dive)?.depth == nil }
      },
      .query("if let as") { _ in
        #Predicate {
          if let dive = $0 as? Outings.Dive { dive.days > 1 && dive.depth != nil } else { false }
        }
      },
      .query("as with an inherited property") { _ in
        #Predicate { ($0 as? Outings.Climb)?.name == "a" }
      },
    ]
  }
}
