import DocumentData

enum MeadowPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [MeadowV1.self, MeadowV2.self, MeadowV3.self, MeadowV4.self, MeadowV5.self]
  }
  static var stages: [MigrationStage] { [first, second, third, fourth] }

  static let first = MigrationStage.lightweight(
    fromVersion: MeadowV1.self, toVersion: MeadowV2.self)
  static let second = MigrationStage.lightweight(
    fromVersion: MeadowV2.self, toVersion: MeadowV3.self)
  static let third = MigrationStage.lightweight(
    fromVersion: MeadowV3.self, toVersion: MeadowV4.self)

  static let fourth = MigrationStage.transforming(
    fromVersion: MeadowV4.self, toVersion: MeadowV5.self,
    transform: { old, new in
      for plant in try old.all(MeadowV4.Plant.self) {
        guard let counterpart = new.counterpart(of: plant, as: MeadowV5.Plant.self) else {
          continue
        }
        counterpart.size = MeadowV5.Size(height: plant.name.count, unit: "cm")
        counterpart.spot = plant.spot.map { MeadowV5.Point(x: Double($0.row), y: 0) }
        if let bush = plant as? MeadowV4.Bush, let other = counterpart as? MeadowV5.Bush {
          other.berries = String(bush.berries)
        }
      }
      for keeper in try old.all(MeadowV4.Keeper.self) {
        let gardener = MeadowV5.Gardener(name: keeper.name)
        new.insert(gardener)
        gardener.beds = keeper.beds.compactMap { new.counterpart(of: $0, as: MeadowV5.Bed.self) }
        gardener.best = keeper.best.flatMap { new.counterpart(of: $0, as: MeadowV5.Plant.self) }
      }
    },
    revert: { newer, older in
      for plant in try newer.all(MeadowV5.Plant.self) {
        guard let counterpart = older.counterpart(of: plant, as: MeadowV4.Plant.self) else {
          continue
        }
        counterpart.spot = plant.spot.map { MeadowV1.Spot(row: Int($0.x), label: "") }
        if let bush = plant as? MeadowV5.Bush, let other = counterpart as? MeadowV4.Bush {
          other.berries = Int64(bush.berries) ?? 0
        }
      }
      for gardener in try newer.all(MeadowV5.Gardener.self) {
        let keeper = MeadowV4.Keeper(name: gardener.name)
        older.insert(keeper)
        keeper.beds = gardener.beds.compactMap {
          older.counterpart(of: $0, as: MeadowV4.Bed.self)
        }
        keeper.best = gardener.best.flatMap { older.counterpart(of: $0, as: MeadowV4.Plant.self) }
      }
    })
}
