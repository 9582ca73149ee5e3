import DocumentData
import Foundation

// Five versions of a second schema, each of which changes what the first plan leaves as it is:
// hierarchies, numbers of related objects, cases, transformed and composite values, whole entities.

enum MeadowV1: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Plant.self, Bush.self, Grass.self, Bed.self, Keeper.self, Tool.self]
  }

  enum Light: String, Codable, CaseIterable { case sun, shade, dusk }

  struct Spot: Codable, Equatable { var row = 0, label = "" }

  @Model class Plant {
    var name: String
    var latin: String?
    var light: Light = Light.sun
    var spot: Spot?
    @Attribute(.transformable(by: InkTransformer.self)) var ink: Ink?
    var bed: Bed?

    init(name: String) { self.name = name }
  }

  @Model class Bush: Plant {
    var care: String = "none"
    var berries: Int32 = 0
    override init(name: String) { super.init(name: name) }
  }

  @Model class Grass: Plant {
    var care: String = "none"
    var spread: Double = 1
    override init(name: String) { super.init(name: name) }
  }

  @Model class Bed {
    var title: String
    var note: String?
    @Relationship(inverse: \Plant.bed) var plants: [Plant] = []
    var keeper: Keeper?

    init(title: String) { self.title = title }
  }

  @Model class Keeper {
    var name: String
    @Relationship(inverse: \Bed.keeper) var beds: [Bed] = []
    var best: Plant?

    init(name: String) { self.name = name }
  }

  @Model class Tool {
    var label: String
    var bed: Bed?

    init(label: String) { self.label = label }
  }
}

/// An attribute pulled up from two subclasses and one pushed down, a case more, a value required.
enum MeadowV2: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Plant.self, Bush.self, Grass.self, Bed.self, Keeper.self, Tool.self]
  }

  enum Light: String, Codable, CaseIterable { case sun, shade, dusk, mist }

  @Model class Plant {
    var name: String
    var care: String = "none"
    var light: Light = Light.sun
    var spot: MeadowV1.Spot?
    @Attribute(.transformable(by: InkTransformer.self)) var ink: Ink?
    var bed: Bed?

    init(name: String) { self.name = name }
  }

  @Model class Bush: Plant {
    var latin: String?
    var berries: Int32 = 0
    override init(name: String) { super.init(name: name) }
  }

  @Model class Grass: Plant {
    var spread: Double = 1
    override init(name: String) { super.init(name: name) }
  }

  @Model class Bed {
    var title: String
    var note: String = "none"
    @Relationship(inverse: \Plant.bed) var plants: [Plant] = []
    var keeper: Keeper?

    init(title: String) { self.title = title }
  }

  @Model class Keeper {
    var name: String
    @Relationship(inverse: \Bed.keeper) var beds: [Bed] = []
    var best: Plant?

    init(name: String) { self.name = name }
  }

  @Model class Tool {
    var label: String
    var bed: Bed?

    init(label: String) { self.label = label }
  }
}

/// Two to-ones become to-many, a subclass and an entity go, a transformed value comes.
enum MeadowV3: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Plant.self, Bush.self, Bed.self, Keeper.self]
  }

  @Model class Plant {
    var name: String
    var care: String = "none"
    var light: MeadowV2.Light = MeadowV2.Light.sun
    var spot: MeadowV1.Spot?
    @Attribute(.transformable(by: InkTransformer.self)) var ink: Ink?
    @Attribute(.transformable(by: InkTransformer.self)) var stamp: Ink?
    var bed: Bed?

    init(name: String) { self.name = name }
  }

  @Model class Bush: Plant {
    var latin: String?
    var berries: Int64 = 0
    override init(name: String) { super.init(name: name) }
  }

  @Model class Bed {
    var title: String
    var note: String = "none"
    @Relationship(inverse: \Plant.bed) var plants: [Plant] = []
    @Relationship(originalName: "keeper") var keepers: [Keeper] = []

    init(title: String) { self.title = title }
  }

  @Model class Keeper {
    var name: String
    @Relationship(inverse: \Bed.keepers) var beds: [Bed] = []
    var best: [Plant]?

    init(name: String) { self.name = name }
  }
}

/// One of them is to-one again, and a case goes.
enum MeadowV4: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Plant.self, Bush.self, Bed.self, Keeper.self]
  }

  enum Light: String, Codable, CaseIterable { case sun, shade, mist }

  @Model class Plant {
    var name: String
    var care: String = "none"
    var light: Light = Light.sun
    var spot: MeadowV1.Spot?
    @Attribute(.transformable(by: InkTransformer.self)) var ink: Ink?
    @Attribute(.transformable(by: InkTransformer.self)) var stamp: Ink?
    var bed: Bed?

    init(name: String) { self.name = name }
  }

  @Model class Bush: Plant {
    var latin: String?
    var berries: Int64 = 0
    override init(name: String) { super.init(name: name) }
  }

  @Model class Bed {
    var title: String
    var note: String = "none"
    @Relationship(inverse: \Plant.bed) var plants: [Plant] = []
    var keepers: [Keeper] = []

    init(title: String) { self.title = title }
  }

  @Model class Keeper {
    var name: String
    @Relationship(inverse: \Bed.keepers) var beds: [Bed] = []
    var best: Plant?

    init(name: String) { self.name = name }
  }
}

/// A closure gives an attribute another type, a composite another shape, a class another name, and
/// a required composite its first values.
enum MeadowV5: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Plant.self, Bush.self, Bed.self, Gardener.self]
  }

  struct Point: Codable, Equatable { var x: Double, y: Double }

  /// It cannot be read from nothing.
  struct Size: Codable, Equatable {
    var height: Int
    var unit: String
  }

  @Model class Plant {
    var name: String
    var care: String = "none"
    var light: MeadowV4.Light = MeadowV4.Light.sun
    var spot: Point?
    var size: Size
    @Attribute(.transformable(by: InkTransformer.self)) var ink: Ink?
    @Attribute(.transformable(by: InkTransformer.self)) var stamp: Ink?
    var bed: Bed?

    init(name: String, size: Size) {
      self.name = name
      self.size = size
    }
  }

  @Model class Bush: Plant {
    var latin: String?
    var berries: String = "0"
    override init(name: String, size: Size) { super.init(name: name, size: size) }
  }

  @Model class Bed {
    var title: String
    var note: String = "none"
    @Relationship(inverse: \Plant.bed) var plants: [Plant] = []
    var gardeners: [Gardener] = []

    init(title: String) { self.title = title }
  }

  @Model class Gardener {
    var name: String
    @Relationship(inverse: \Bed.gardeners) var beds: [Bed] = []
    var best: Plant?

    init(name: String) { self.name = name }
  }
}
