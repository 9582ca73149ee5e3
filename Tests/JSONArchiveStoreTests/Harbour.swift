import DocumentData

/// Models with every kind of relationship and attribute; all suites run over them in both stores.
enum Harbour {
  static var models: [any PersistentModel.Type] {
    [
      Port.self, Ship.self, Ferry.self, Voyage.self, Cargo.self, Captain.self, Licence.self,
      Flag.self, Note.self,
    ]
  }

  enum Depth: String, Codable, CaseIterable { case shallow, deep }

  struct Position: Codable, Hashable {
    var latitude: Double
    var longitude: Double
    var updated: Date?
  }

  @Model class Port {
    @Attribute(.unique) var name: String
    var depth = Depth.deep
    var position: Position?
    var openings: [Date] = []
    var fees: [String: Decimal] = [:]
    var voyages: [Voyage] = []
    var website: URL?

    init(name: String) { self.name = name }
  }

  @Model class Ship {
    var name: String
    var tons: Double
    var built: Date?
    var id2: UUID
    var photo: Data?
    var decks: [Int?] = []
    @Relationship(deleteRule: .cascade) var cargo: [Cargo] = []
    var voyages: [Voyage] = []
    var captain: Captain?
    var flags: [Flag]?

    init(name: String, tons: Double = 1) {
      self.name = name
      self.tons = tons
      id2 = UUID()
    }
  }

  @Model class Ferry: Ship {
    var passengers: Int

    init(name: String, passengers: Int) {
      self.passengers = passengers
      super.init(name: name)
    }
  }

  // Many to many between ships and voyages, to-one to a port.
  @Model class Voyage {
    var number: Int
    var port: Port?
    var ships: [Ship] = []

    init(number: Int) { self.number = number }
  }

  // A required to-one.
  @Model class Cargo {
    var label: String
    var weight: UInt64
    var ship: Ship

    init(label: String, weight: UInt64 = 1, ship: Ship) {
      self.label = label
      self.weight = weight
      self.ship = ship
    }
  }

  // One to one.
  @Model class Captain {
    var name: String
    var ship: Ship?
    var licence: Licence?

    init(name: String) { self.name = name }
  }

  @Model class Licence {
    var number: Int
    @Relationship(deleteRule: .deny) var captain: Captain?

    init(number: Int) { self.number = number }
  }

  // An optional to-many.
  @Model class Flag {
    var colour: String
    var ship: Ship?

    init(colour: String) { self.colour = colour }
  }

  // Without inverse.
  @Model class Note {
    var text: String
    var about: Port?
    var mentioned: [Ship] = []

    init(text: String) { self.text = text }
  }
}
