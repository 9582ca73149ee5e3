import DocumentData
import DocumentTables
import Foundation

/// Models with every kind of property that a predicate may test; the suites of this folder use
/// them.
enum Outings {
  static var models: [any PersistentModel.Type] {
    [Guide.self, Outing.self, Climb.self, Dive.self, Stop.self, Label.self, Remark.self]
  }

  enum Level: String, Codable, CaseIterable, Comparable {
    case easy, hard, mad

    static func < (left: Level, right: Level) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  enum Mood: Int, Codable { case calm = 1, cross = 2 }

  struct Spot: Codable, Hashable {
    var street: String
    var floor: Int?
  }

  /// A structure: predicates, orders and indexes read its members.
  struct Cabin: PersistentStructure, Hashable {
    enum CodingKeys: String, CodingKey {
      case deck, row, width
      case bunks = "beds"
      case opens, level
    }

    var deck = ""
    var row: Int?
    var width = 0.0
    /// Coded by another name.
    var bunks: Int8 = 1
    var opens: ClockTime?
    var level = Level.easy

    var sign: String { deck + "!" }
  }

  @Model class Guide {
    var name: String
    var home: Cabin?
    var nickname: String?
    var stars = 0.0
    var mood = Mood.calm
    var outings: [Outing] = []

    init(name: String) { self.name = name }
  }

  @Model class Outing {
    #Index<Outing>(
      [\.days], [\.place], [\.cabin.deck], [\.formerCabin?.row, \.days], [\Outing.cabin.bunks])

    var name: String
    var place: String?
    var days = 0
    var seats: Int?
    var weight: UInt8 = 0
    var price = 0.0
    var discount: Double?
    var rating: Float = 0
    var begin = Date(timeIntervalSinceReferenceDate: 0)
    var end: Date?
    var code = UUID()
    var isOpen = false
    var isPaid: Bool?
    var cost = Decimal(0)
    var link: URL?
    var blob = Data()
    var level = Level.easy
    var formerLevel: Level?
    var mood = Mood.calm
    var spot = Spot(street: "")
    var cabin = Cabin()
    var formerCabin: Cabin?
    var words: [String] = []
    var scores: [String: Int] = [:]
    @Attribute(.ephemeral) var clicks = 3
    @Transient var cache = 7
    var guide: Guide?
    @Relationship(inverse: \Stop.outing) var stops: [Stop] = []
    var labels: [Label] = []
    var remarks: [Remark]?

    init(name: String) { self.name = name }

    var shout: String { name.uppercased() }
  }

  @Model class Climb: Outing {
    var height: Int

    init(name: String, height: Int) {
      self.height = height
      super.init(name: name)
    }
  }

  @Model class Dive: Outing {
    var depth: Int?
  }

  @Model class Stop {
    var title: String
    var minutes = 0
    var note: String?
    var outing: Outing?

    init(title: String) { self.title = title }
  }

  @Model class Label {
    @Attribute(.unique) var text: String
    var outings: [Outing] = []

    init(text: String) { self.text = text }
  }

  // Without inverse.
  @Model class Remark {
    var text: String

    init(text: String) { self.text = text }
  }

  static func container() throws -> ModelContainer { try makeContainer(models) }
}

/// What generic code asks of its models.
protocol OutingNamed {
  var name: String { get }
}

extension Outings.Guide: OutingNamed {}
extension Outings.Outing: OutingNamed {}
