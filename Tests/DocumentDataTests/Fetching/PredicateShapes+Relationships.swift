import DocumentData
import Foundation

extension PredicateShape {
  static var collections: [PredicateShape] {
    [
      .query("its identifier") { world in
        let id = world.outings[2].persistentModelID
        return #Predicate { $0.persistentModelID == id }
      },
      .query("not its id") { world in
        let id = world.outings[2].id
        return #Predicate { $0.id != id }
      },
      .query("a list of identifiers contains it") { world in
        let ids =
          Array(world.outings.map(\.persistentModelID).prefix(9))
          + world.guides.map(\.persistentModelID)
        return #Predicate { ids.contains($0.persistentModelID) }
      },
      .query("a list of integers contains it") { _ in
        let days: Set = [1, 2, 9]
        return #Predicate { days.contains($0.days) }
      },
      .query("a list of optional integers contains it") { _ in
        let seats = [1, nil, 9]
        return #Predicate { seats.contains($0.seats) }
      },
      .query("a captured list contains where") { _ in
        let names = ["a", "caf", "P"]
        return #Predicate { outing in names.contains { outing.name.starts(with: $0) } }
      },
      .query("all of a captured list") { _ in
        let parts = ["a", "r"]
        return #Predicate { outing in parts.allSatisfy { outing.name.contains($0) } }
      },
      .query("a list of doubles with NaN contains it") { _ in
        let prices = [0, .nan, 1.5]
        return #Predicate { prices.contains($0.price) }
      },
    ]
  }

  static var toOne: [PredicateShape] {
    [
      .query("a related object's text") { _ in #Predicate { $0.guide?.name == "Paris" } },
      .query("a related object's text differs") { _ in #Predicate { $0.guide?.name != "Paris" } },
      .query("a related object's optional is nil") { _ in #Predicate { $0.guide?.nickname == nil }
      },
      .query("a related object's optional is not nil") { _ in
        #Predicate { $0.guide?.nickname != nil }
      },
      .query("no related object") { _ in #Predicate { $0.guide == nil } },
      .query("some related object") { _ in #Predicate { $0.guide != nil } },
      .query("a captured related object") { world in
        let guide = world.guides[0]
        let id = guide.persistentModelID
        return #Predicate { $0.guide?.persistentModelID == id }
      },
      .query("captured related identifiers") { world in
        let ids = world.guides.prefix(2).map(\.persistentModelID)
        return #Predicate {
          $0.guide.flatMap { ids.contains($0.persistentModelID) } ?? false
        }
      },
      .query("a related object's number by default") { _ in
        #Predicate { ($0.guide?.stars ?? 1) >= 1 }
      },
      .query("a related object's enum") { _ in
        let mood = Outings.Mood.cross
        return #Predicate { $0.guide?.mood == mood }
      },
      .query("if let of a related object") { _ in
        #Predicate {
          if let guide = $0.guide { guide.stars > 0 || guide.nickname == nil } else { false }
        }
      },
      .query("a related object's relationship") { _ in
        #Predicate { ($0.guide?.outings.count ?? 0) > 2 }
      },
    ]
  }

  static var toMany: [PredicateShape] {
    [
      .query("some member") { _ in #Predicate { $0.stops.contains { $0.minutes == 2 } } },
      .query("some member by two conditions") { _ in
        #Predicate { $0.stops.contains { $0.minutes > 1 && $0.title == "a" } }
      },
      .query("no member") { _ in #Predicate { !$0.stops.contains { $0.minutes == 2 } } },
      .query("every member") { _ in #Predicate { $0.stops.allSatisfy { $0.minutes > 0 } } },
      .query("no members") { _ in #Predicate { $0.stops.isEmpty } },
      .query("members") { _ in #Predicate { !$0.labels.isEmpty } },
      .query("a number of members") { _ in #Predicate { $0.stops.count == 2 } },
      .query("a least number of members") { _ in #Predicate { $0.labels.count >= 2 } },
      .query("filtered members are empty") { _ in
        #Predicate { $0.stops.filter { $0.minutes > 1 }.isEmpty }
      },
      .query("a number of filtered members") { _ in
        #Predicate { $0.stops.filter { $0.minutes > 1 }.count == 2 }
      },
      .query("at most a number of filtered members") { _ in
        #Predicate { $0.stops.filter { $0.minutes > 1 }.count <= 1 }
      },
      .query("at least one filtered member") { _ in
        #Predicate { $0.labels.filter { $0.text != "label 1" }.count > 0 }
      },
      .query("a number of filtered members of many to many") { _ in
        #Predicate { $0.labels.filter { $0.text != "label 1" }.count == 1 }
      },
      .query("some filtered member") { _ in
        #Predicate { $0.stops.filter { $0.minutes > 0 }.contains { $0.note == nil } }
      },
      .query("every filtered member") { _ in
        #Predicate { $0.stops.filter { $0.minutes > 0 }.allSatisfy { $0.note != nil } }
      },
      .query("a nil list") { _ in #Predicate { $0.remarks == nil } },
      .query("an optional list's number") { _ in #Predicate { ($0.remarks?.count ?? 9) > 1 } },
      .query("an optional list's member") { _ in
        #Predicate { $0.remarks?.contains { $0.text == "a" } ?? false }
      },
      .query("an optional list is empty") { _ in #Predicate { $0.remarks?.isEmpty == true } },
      .query("a number of filtered remarks") { _ in
        #Predicate {
          $0.remarks.flatMap { $0.filter { $0.text < "d" }.count } ?? 0 == 1
        }
      },
      .query("some member of many to many") { _ in
        #Predicate { $0.labels.contains { $0.text == "label 2" } }
      },
      .query("a member's other end") { _ in
        #Predicate { $0.stops.contains { $0.outing?.days == 2 } }
      },
    ]
  }

  static var functions: [PredicateShape] {
    [
      .query("a closed enum") { _ in
        let level = Outings.Level.hard
        return #Predicate { $0.level == level }
      },
      .query("an optional closed enum differs") { _ in
        let level = Outings.Level.hard
        return #Predicate { $0.formerLevel != level }
      },
      .query("a closed enum is above") { _ in
        let level = Outings.Level.easy
        return #Predicate { $0.level > level }
      },
      .query("an enum's raw value") { _ in #Predicate { $0.level.rawValue == "mad" } },
      .query("a list of enums contains it") { _ in
        let levels: [Outings.Level] = [.hard, .mad]
        return #Predicate { levels.contains($0.level) }
      },
      .query("an open enum") { _ in
        let mood = Outings.Mood.cross
        return #Predicate { $0.mood == mood }
      },
      .query("an open enum's raw value") { _ in #Predicate { $0.mood.rawValue > 1 } },
      .query("a member of a structure") { _ in #Predicate { $0.spot.street == "café" } },
      .query("a member's text contains") { _ in #Predicate { $0.spot.street.contains("a") } },
      .query("an optional member") { _ in #Predicate { ($0.spot.floor ?? 0) > 1 } },
      .query("a whole structure") { _ in
        let spot = Outings.Spot(street: "a")
        return #Predicate { $0.spot == spot }
      },
      .query("a list of words contains") { _ in #Predicate { $0.words.contains("café") } },
      .query("a list of words contains where") { _ in
        #Predicate { $0.words.contains { $0.isEmpty } }
      },
      .query("a number of words") { _ in #Predicate { $0.words.count > 1 } },
      .query("no words") { _ in #Predicate { $0.words.isEmpty } },
      .query("an entry of a dictionary") { _ in #Predicate { $0.scores["a"] == 2 } },
      .query("an entry of a dictionary by default") { _ in
        #Predicate { $0.scores["b", default: 2] > 1 }
      },
      .query("floating-point arithmetic") { _ in #Predicate { $0.price * 2 - 1 > 1 } },
      .query("integer arithmetic") { _ in #Predicate { $0.days + 1 == 3 } },
      .query("a remainder") { _ in #Predicate { $0.days % 2 == 0 } },
      .query("the length of an optional text") { _ in #Predicate { ($0.place?.count ?? 0) > 3 } },
      .rows("two columns") { _ in #Predicate { $0.name == $0.spot.street } },
      .rows("the order of two columns") { _ in
        #Predicate { $0.isOpen && $0.name <= $0.spot.street }
      },
      .rows("two columns and a condition") { _ in
        #Predicate { $0.days > 0 && $0.name != $0.spot.street }
      },
      .query("arithmetic of a column and a condition") { _ in
        #Predicate { $0.price < $0.price + 1 && $0.days > 0 }
      },
    ]
  }

  static var untranslated: [PredicateShape] {
    [
      .objects("a computed property") { _ in #Predicate { $0.shout == "PARIS" } },
      .objects("a computed property and a column") { _ in
        #Predicate { $0.days > 1 && $0.shout.contains("A") && $0.isOpen }
      },
      .objects("a transient property") { _ in #Predicate { $0.cache == 7 && $0.days == 2 } },
      .objects("an ephemeral property") { _ in #Predicate { $0.clicks == 3 } },
      .objects("two objects") { _ in #Predicate { ($0.guide?.name ?? "") == $0.name } },
      .objects("a column and an optional one") { _ in
        #Predicate { ($0.place ?? "") == $0.name }
      },
      .objects("the first member") { _ in #Predicate { $0.stops.first?.minutes == 2 } },
      .objects("a member and the row") { _ in
        #Predicate { outing in outing.stops.contains { $0.minutes == outing.days } }
      },
    ]
  }

  // Predicates are asked what they select where a forced unwrap has no value.
  // swift-format-ignore: NeverForceUnwrap
  static var forced: [PredicateShape] {
    [
      .query("a guarded forced unwrap") { _ in #Predicate { $0.seats != nil && $0.seats! > 1 } },
      .query("a forced unwrap") { _ in #Predicate { $0.seats! > 1 } },
      .query("a forced unwrap after another condition") { _ in
        #Predicate { $0.days > 1 && $0.seats! > 1 }
      },
      .query("a forced unwrap before another condition") { _ in
        #Predicate { $0.seats! > 1 && $0.days > 1 }
      },
      .query("a forced related object") { _ in
        #Predicate { $0.guide != nil && $0.guide!.name == "a" }
      },
      .objects("a forced unwrap behind a computed property") { _ in
        #Predicate { $0.shout == "A" && $0.seats! > 1 }
      },
    ]
  }

  static var nested: [PredicateShape] {
    let isLong = #Predicate<Outing> { $0.days > 2 }
    let isClimb = #Predicate<Outing> { $0 is Outings.Climb }
    let isFamous = #Predicate<Outings.Guide> { $0.stars > 0 || $0.nickname != nil }
    let isShort = #Predicate<Outings.Stop> { $0.minutes < 2 }
    return [
      .query("a nested predicate") { _ in #Predicate { isLong.evaluate($0) } },
      .query("nested predicates") { _ in
        #Predicate { isLong.evaluate($0) && !isClimb.evaluate($0) || $0.isOpen }
      },
      .query("a nested predicate of a related object") { _ in
        #Predicate { $0.guide.flatMap { isFamous.evaluate($0) } ?? false }
      },
      .query("a nested predicate of members") { _ in
        #Predicate { $0.stops.contains { isShort.evaluate($0) } }
      },
      .query("predicates nested in one another") { _ in
        var predicate = #Predicate<Outing> { $0.name != "a" }
        for number in 0..<20 {
          let inner = predicate
          predicate = #Predicate { inner.evaluate($0) && $0.days != number + 4 }
        }
        return predicate
      },
      .objects("predicates nested too deep") { _ in
        var predicate = #Predicate<Outing> { $0.name != "a" }
        for _ in 0..<60 {
          let inner = predicate
          predicate = #Predicate { inner.evaluate($0) && $0.days != 4 }
        }
        return predicate
      },
      .query("a nested missing predicate") { _ in
        let missing: Predicate<Outing>? = nil
        return #Predicate { missing?.evaluate($0) ?? ($0.days > 1) }
      },
      .query("a text contains as people search") { _ in
        #Predicate { $0.name.localizedStandardContains("PARIS") }
      },
      .query("an optional text contains as people search") { _ in
        #Predicate { $0.place?.localizedStandardContains("cafe") ?? false }
      },
      .query("an enum's case") { _ in #Predicate { $0.level == Outings.Level.mad } },
    ]
  }
}
