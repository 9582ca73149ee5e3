import DocumentData
import DocumentTables

/// Generated documents of the first and of the last version.
enum RandomHerbs {
  private static let names = ["Basil", "mint", "THYME", "Sage", "dill", "É", "ß"]

  static func first(_ seed: UInt64) throws -> Tables {
    try Birds.tables(HerbsV1.self) { context in
      var choices = RandomChoices(seed: seed)
      var beds: [HerbsV1.Bed] = []
      for index in 0..<choices.number(below: 4) {
        let bed = HerbsV1.Bed(title: index == 3 ? "bed 0" : "bed \(index)")
        context.insert(bed)
        beds.append(bed)
      }
      for _ in 0..<choices.number(below: 9) {
        let herb = HerbsV1.Herb(
          name: choices.one(of: names) ?? "", height: Int32(choices.number(below: 90)),
          note: choices.one(of: [nil, "", "dry"]) ?? nil)
        herb.color = choices.one(of: ["green", "red"]) ?? ""
        context.insert(herb)
        if let bed = choices.one(of: beds), choices.number(below: 3) > 0 {
          bed.herbs.append(herb)
          if choices.number(below: 2) == 0 { bed.first = herb }
        }
      }
    }
  }

  static func last(_ seed: UInt64) throws -> Tables {
    try Birds.tables(HerbsV4.self) { context in
      var choices = RandomChoices(seed: seed &+ 900)
      var beds: [HerbsV4.Bed] = []
      for index in 0..<choices.number(below: 4) {
        let bed = HerbsV4.Bed(title: "bed \(index)")
        context.insert(bed)
        beds.append(bed)
      }
      for index in 0..<choices.number(below: 9) {
        let name = choices.one(of: names) ?? ""
        let size = choices.one(of: ["tall", "7 cm", "12", "99999999999 cm", ""]) ?? ""
        let herb =
          choices.number(below: 3) == 0
          ? HerbsV4.Tree(name: name, size: size, code: "t\(index)", age: index)
          : HerbsV4.Herb(name: name, size: size, code: "h\(index)")
        herb.leaves = choices.number(below: 6)
        herb.smell = choices.one(of: [nil, "sweet"]) ?? nil
        herb.note = choices.one(of: [nil, "", "dry"]) ?? nil
        context.insert(herb)
        if let bed = choices.one(of: beds) {
          bed.herbs.insert(herb, at: choices.number(below: bed.herbs.count + 1))
          if choices.number(below: 2) == 0 { bed.first = herb }
        }
        if let bed = choices.one(of: beds) { bed.guests.append(herb) }
      }
    }
  }
}
