import DocumentData

/// The lightweight stages of the plan, with closures that set everything that the difference of the
/// schemas sets.
enum MeadowByHand: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { MeadowPlan.schemas }
  static var stages: [MigrationStage] { [first, second, third, MeadowPlan.fourth] }

  static let first = MigrationStage.transforming(
    fromVersion: MeadowV1.self, toVersion: MeadowV2.self,
    transform: { old, new in
      for plant in try old.all(MeadowV1.Plant.self) {
        guard let counterpart = new.counterpart(of: plant, as: MeadowV2.Plant.self) else {
          continue
        }
        counterpart.care =
          (plant as? MeadowV1.Bush)?.care ?? (plant as? MeadowV1.Grass)?.care ?? "none"
        counterpart.light = MeadowV2.Light(rawValue: plant.light.rawValue) ?? .mist
        counterpart.spot = plant.spot
        counterpart.ink = plant.ink
        counterpart.bed = plant.bed.flatMap { new.counterpart(of: $0, as: MeadowV2.Bed.self) }
        (counterpart as? MeadowV2.Bush)?.latin = plant.latin
      }
      for bed in try old.all(MeadowV1.Bed.self) {
        new.counterpart(of: bed, as: MeadowV2.Bed.self)?.note = bed.note ?? "none"
      }
    })

  static let second = MigrationStage.transforming(
    fromVersion: MeadowV2.self, toVersion: MeadowV3.self,
    transform: { old, new in
      for bush in try old.all(MeadowV2.Bush.self) {
        new.counterpart(of: bush, as: MeadowV3.Bush.self)?.berries = Int64(bush.berries)
      }
      for bed in try old.all(MeadowV2.Bed.self) {
        new.counterpart(of: bed, as: MeadowV3.Bed.self)?.keepers = [bed.keeper].compactMap {
          $0.flatMap { new.counterpart(of: $0, as: MeadowV3.Keeper.self) }
        }
      }
      for keeper in try old.all(MeadowV2.Keeper.self) {
        // Who went with the subclass leaves an empty list behind.
        new.counterpart(of: keeper, as: MeadowV3.Keeper.self)?.best = keeper.best.map { best in
          [best].compactMap { new.counterpart(of: $0, as: MeadowV3.Plant.self) }
        }
      }
    })

  static let third = MigrationStage.transforming(
    fromVersion: MeadowV3.self, toVersion: MeadowV4.self,
    transform: { old, new in
      for plant in try old.all(MeadowV3.Plant.self) {
        new.counterpart(of: plant, as: MeadowV4.Plant.self)?.light =
          MeadowV4.Light(rawValue: plant.light.rawValue) ?? .mist
      }
      for keeper in try old.all(MeadowV3.Keeper.self) {
        new.counterpart(of: keeper, as: MeadowV4.Keeper.self)?.best = keeper.best?.first
          .flatMap { new.counterpart(of: $0, as: MeadowV4.Plant.self) }
      }
    })
}
