// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import DocumentData
import Foundation

// Models of every shape that `@Model` has to expand; the suites beside this file use them.

enum Weather: String, Codable, CaseIterable {
  case sunny, rainy, cloudy
}

enum Rank: Int, Codable {
  case low = 1
  case high = 2
}

struct Address: Codable, Hashable {
  var street: String
  var zip: Int?
}

/// A value that only a transformer can store.
final class Tint: Sendable {
  let name: String
  init(name: String) { self.name = name }
}

/// Every kind of attribute.
@Model final class Everything {
  var bool = true
  var int: Int = -3
  var int8: Int8
  var int16: Int16?
  var int32: Int32
  var int64: Int64
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var float: Float
  var double = -1.5
  var decimal: Decimal
  var text = "plain"
  var date: Date = .now
  var past: Date = Date.distantPast
  var day: CalendarDay = CalendarDay._$blank
  var departures: [String: ZonedTime] = [:]
  var departure: ZonedTime?
  var uuid = UUID()
  var url: URL
  var data: Data?
  var weather: Weather = .sunny
  var rank: Rank?
  var forecast: [Weather] = []
  var numbers: [Int] = [1, -2, 3]
  var gaps: [Int?]
  var nested: [[String]] = []
  var scores: [String: Int] = [:]
  var byDay: [Int: Double?] = [:]
  var ranks: [Weather: Rank] = [:]
  var address: Address
  var formerAddress: Address?
  var addresses: [Address] = []
  var interpolated: String = "\(1 + 1)"
  var computed: Int = [1, 2].count

  init(address: Address, url: URL) {
    int8 = 8
    int32 = 32
    int64 = 64
    uint = 1
    uint8 = 2
    uint16 = 3
    uint32 = 4
    uint64 = .max
    float = 0.5
    decimal = 12.5
    self.url = url
    gaps = [1, nil]
    self.address = address
  }
}

/// Shapes of declarations.
@Model class Shapes {
  var name: String
  /// Set from another property, in the order in which they stand.
  var greeting: String
  private(set) var locked = 0
  fileprivate var hidden = "h"
  var `default`: Int = 4
  var `class`: String?
  var pair = (1 as Int?)
  @Transient var scratch = 7
  @Transient var cache: [String: Int]?
  let constant = 5
  static var shared: Int { 1 }
  @Transient lazy var expensive: Int = 9
  var computed: Int { locked + 1 }
  @Attribute(.ephemeral) var isSelected = false
  @Attribute(.unique, originalName: "code") var key: String = ""
  @Attribute(.externalStorage, .preserveValueOnDeletion, hashModifier: "2") var photo: Data?
  @Attribute(.spotlight, .allowsCloudEncryption, .codable) var secret: String?
  @Attribute(.transformable(by: "Color")) var color: Tint?

  init(name: String) {
    self.name = name
    self.greeting = "Hello, " + name
  }

  convenience init() { self.init(name: "nobody") }

  func lock() { locked += 1 }
}

/// Observers of changes.
@Model class Watched {
  var log: [String] = []
  var level: Int = 0 {
    willSet { log.append("will \(newValue)") }
    didSet {
      log.append("did \(oldValue)")
      if level > 10 {
        level = 10
        return
      }
      log.append("kept")
    }
  }
  var named: String = "" {
    willSet(next) { log.append(named + ">" + next) }
  }
  var silent = 0 {
    didSet { log.append("silent") }
  }

  init() {}
}

// A hierarchy of three levels, with and without initialisers.

@Model class Vehicle {
  #Index<Vehicle>([\.wheels], [\.wheels, \.owner])
  #Unique<Vehicle>([\.plate])
  #Unique<Vehicle>([\.owner, \.wheels])

  var plate: String
  var owner: String?
  var wheels: Int = 4

  init(plate: String) { self.plate = plate }
}

@Model class Truck: Vehicle {
  #Index<Truck>([\.load])

  var load = 3.5
  var driver: String?
}

@Model final class TankTruck: Truck {
  var liquid: String

  init(plate: String, liquid: String) {
    self.liquid = liquid
    super.init(plate: plate)
  }
}

/// A model whose superclass is none.
class Plain {
  let tag = "plain"
}

@Model class Rooted: Plain {
  var number = 1

  override init() {}
}

@available(macOS 15, *)
@Model public class Visible {
  public var word: String
  public init(word: String) { self.word = word }
}

@Model open class Opened {
  open var word: String = "w"
  public init() {}
}

@Model package class Shared {
  package var word: String = "w"
  package init() {}
}

/// A model with a coding of its own.
@Model class Coded: Codable {
  var number: Int
  var next: Coded?
  var others: [Coded] = []

  init(number: Int) { self.number = number }

  enum CodingKeys: CodingKey { case number }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
  }
}

struct Outer<Content> {
  enum Inner {
    @Model class Deep {
      #Unique<Deep>([\.name])
      var name: String = "deep"
      init() {}
    }
  }
}
