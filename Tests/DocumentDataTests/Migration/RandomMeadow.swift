import DocumentData
import DocumentTables

/// Generated documents of the first, the third and the last version.
enum RandomMeadow {
  private static let names = ["Heath", "rush", "SEDGE", "Reed", "", "É"]
  private static let notes = ["none", "", "wet"]

  /// No light at dusk, which the fourth version refuses.
  static func first(_ seed: UInt64) throws -> Tables {
    try Birds.tables(MeadowV1.self) { context in
      var choices = RandomChoices(seed: seed &+ 31)
      var keepers: [MeadowV1.Keeper] = []
      for index in 0..<choices.number(below: 3) {
        keepers.append(MeadowV1.Keeper(name: "keeper \(index)"))
        context.insert(keepers[index])
      }
      var beds: [MeadowV1.Bed] = []
      for index in 0..<choices.number(below: 4) {
        let bed = MeadowV1.Bed(title: "bed \(index)")
        bed.note = choices.one(of: [nil, "", "wet"]) ?? nil
        context.insert(bed)
        if choices.number(below: 3) > 0 { bed.keeper = choices.one(of: keepers) }
        beds.append(bed)
      }
      for index in 0..<choices.number(below: 8) {
        let name = choices.one(of: names) ?? ""
        let plant =
          switch choices.number(below: 3) {
          case 0: MeadowV1.Bush(name: name)
          case 1: MeadowV1.Grass(name: name)
          default: MeadowV1.Plant(name: name)
          }
        plant.latin = choices.one(of: [nil, "Carex"]) ?? nil
        plant.light = choices.one(of: [.sun, .shade]) ?? .sun
        plant.spot = choices.one(of: [nil, MeadowV1.Spot(row: index, label: "b")]) ?? nil
        plant.ink = choices.one(of: [nil, Ink(red: UInt8(index))]) ?? nil
        (plant as? MeadowV1.Bush)?.care = choices.one(of: notes) ?? ""
        (plant as? MeadowV1.Bush)?.berries = Int32(choices.number(below: 9))
        (plant as? MeadowV1.Grass)?.care = choices.one(of: notes) ?? ""
        (plant as? MeadowV1.Grass)?.spread = Double(choices.number(below: 3))
        context.insert(plant)
        if choices.number(below: 3) > 0 { choices.one(of: beds)?.plants.append(plant) }
        if choices.number(below: 2) == 0 { choices.one(of: keepers)?.best = plant }
      }
      for index in 0..<choices.number(below: 3) {
        let tool = MeadowV1.Tool(label: "tool \(index)")
        context.insert(tool)
        tool.bed = choices.one(of: beds)
      }
    }
  }

  /// With everything that only the third version can hold.
  static func third(_ seed: UInt64) throws -> Tables {
    try Birds.tables(MeadowV3.self) { context in
      var choices = RandomChoices(seed: seed &+ 57)
      var plants: [MeadowV3.Plant] = []
      for index in 0..<choices.number(below: 8) {
        let name = choices.one(of: names) ?? ""
        let bush = choices.number(below: 2) == 0 ? MeadowV3.Bush(name: name) : nil
        bush?.berries = choices.one(of: [0, 3, 1 << 40]) ?? 0
        bush?.latin = choices.one(of: [nil, "Carex"]) ?? nil
        let plant = bush ?? MeadowV3.Plant(name: name)
        plant.care = choices.one(of: notes) ?? ""
        plant.light = choices.one(of: [.sun, .shade, .dusk, .mist]) ?? .sun
        plant.stamp = choices.one(of: [nil, Ink(red: UInt8(index))]) ?? nil
        context.insert(plant)
        plants.append(plant)
      }
      var keepers: [MeadowV3.Keeper] = []
      for index in 0..<choices.number(below: 4) {
        let keeper = MeadowV3.Keeper(name: "keeper \(index)")
        context.insert(keeper)
        switch choices.number(below: 3) {
        case 0: keeper.best = nil
        case 1: keeper.best = []
        default: keeper.best = plants.filter { _ in choices.number(below: 3) == 0 }.reversed()
        }
        keepers.append(keeper)
      }
      for index in 0..<choices.number(below: 4) {
        let bed = MeadowV3.Bed(title: "bed \(index)")
        context.insert(bed)
        bed.note = choices.one(of: notes) ?? ""
        for keeper in keepers where choices.number(below: 2) == 0 {
          bed.keepers.insert(keeper, at: 0)
        }
        for plant in plants where plant.bed == nil && choices.number(below: 2) == 0 {
          bed.plants.insert(plant, at: 0)
        }
      }
    }
  }

  static func last(_ seed: UInt64) throws -> Tables {
    try Birds.tables(MeadowV5.self) { context in
      var choices = RandomChoices(seed: seed &+ 83)
      var plants: [MeadowV5.Plant] = []
      for index in 0..<choices.number(below: 8) {
        let name = choices.one(of: names) ?? ""
        let size = MeadowV5.Size(
          height: choices.one(of: [name.count, 90]) ?? 0, unit: choices.one(of: ["cm", "m"]) ?? "")
        let bush = choices.number(below: 2) == 0 ? MeadowV5.Bush(name: name, size: size) : nil
        bush?.berries = choices.one(of: ["3", "many", "0"]) ?? ""
        bush?.latin = choices.one(of: [nil, "Carex"]) ?? nil
        let plant = bush ?? MeadowV5.Plant(name: name, size: size)
        plant.care = choices.one(of: notes) ?? ""
        plant.light = choices.one(of: [.sun, .shade, .mist]) ?? .sun
        plant.spot = choices.one(of: [nil, .init(x: 2, y: 0), .init(x: 0.5, y: 1)]) ?? nil
        plant.ink = choices.one(of: [nil, Ink(red: 9)]) ?? nil
        plant.stamp = choices.one(of: [nil, Ink(red: UInt8(index))]) ?? nil
        context.insert(plant)
        plants.append(plant)
      }
      var gardeners: [MeadowV5.Gardener] = []
      for index in 0..<choices.number(below: 4) {
        let gardener = MeadowV5.Gardener(name: "gardener \(index)")
        context.insert(gardener)
        gardener.best = choices.number(below: 2) == 0 ? choices.one(of: plants) : nil
        gardeners.append(gardener)
      }
      for index in 0..<choices.number(below: 4) {
        let bed = MeadowV5.Bed(title: "bed \(index)")
        context.insert(bed)
        bed.note = choices.one(of: notes) ?? ""
        for gardener in gardeners where choices.number(below: 2) == 0 {
          bed.gardeners.insert(gardener, at: 0)
        }
        for plant in plants where plant.bed == nil && choices.number(below: 2) == 0 {
          bed.plants.insert(plant, at: 0)
        }
      }
    }
  }
}
