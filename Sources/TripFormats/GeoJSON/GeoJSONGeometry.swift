import Markup

/// The positions of a geometry, by what they mean: places, and the lines of a way.
struct GeoJSONGeometry {
  var points: [Feature.Point] = []
  var lines: [[Feature.Point]] = []
  /// The types of areas and of what RFC 7946 does not know, which only the file keeps.
  var otherTypes: [String] = []

  static let types: Set<String> = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
  ]

  init() {}

  /// - Parameters:
  ///   - type: The type of a geometry.
  ///   - coordinates: Its positions; those of innermost arrays are one line.
  init(_ type: String, _ coordinates: [[Feature.Point]]) {
    switch type {
    case "Point", "MultiPoint": points = coordinates.flatMap { $0 }
    case "LineString", "MultiLineString": lines = coordinates
    case "GeometryCollection": break
    default: otherTypes = [type]
    }
  }

  mutating func add(_ other: GeoJSONGeometry) {
    points += other.points
    lines += other.lines
    otherTypes += other.otherTypes
  }

  // MARK: Reading

  /// Reads a geometry, or the array of those of a collection, which may have collections in them.
  static func read(_ json: inout JSONReader) throws(MarkupError) -> GeoJSONGeometry {
    var all = GeoJSONGeometry()
    // The open geometries with their types and positions; arrays of geometries and objects take turns.
    var open: [(type: String, coordinates: [[Feature.Point]])] = []
    let isAlone = json.peek() == .objectStart
    if isAlone {
      try json.beginObject()
      open.append(("", []))
    } else {
      try json.beginArray()
    }
    var isInArray = !isAlone
    while true {
      if isInArray {
        if try json.nextElement() {
          guard json.peek() == .objectStart else {
            try json.passValue()
            continue
          }
          try json.beginObject()
          open.append(("", []))
        } else if open.isEmpty {
          return all
        }
        isInArray = false
      } else if try json.nextMember() {
        switch (try json.readKey(), json.peek()) {
        case ("type", .string): open[open.count - 1].type = try json.readString()
        case ("coordinates", .arrayStart):
          open[open.count - 1].coordinates = try coordinates(&json)
        case ("geometries", .arrayStart):
          try json.beginArray()
          isInArray = true
        default: try json.passValue()
        }
      } else {
        if let last = open.popLast() { all.add(GeoJSONGeometry(last.type, last.coordinates)) }
        if isAlone, open.isEmpty { return all }
        isInArray = true
      }
    }
  }

  /// Reads nested arrays of positions: each array of positions is one line.
  static func coordinates(_ json: inout JSONReader) throws(MarkupError) -> [[Feature.Point]] {
    var lines: [[Feature.Point]] = []
    var line: [Feature.Point] = []
    var numbers: [Double?] = []
    var depth = 1
    try json.beginArray()
    while depth > 0 {
      if try json.nextElement() {
        switch json.peek() {
        case .arrayStart:
          try json.beginArray()
          depth += 1
        case .number: numbers.append(try json.readDouble())
        default:
          try json.passValue()
          numbers.append(nil)
        }
        continue
      }
      depth -= 1
      if !numbers.isEmpty {
        line.append(point(numbers))
        numbers.removeAll(keepingCapacity: true)
      } else if !line.isEmpty {
        lines.append(line)
        line = []
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Returns the point of a position, whose longitude comes first.
  ///
  /// Maps on pages go on counting behind the antimeridian (RFC 7946, 3.1.9 asks to cut there): 190° is 170° west.
  private static func point(_ numbers: [Double?]) -> Feature.Point {
    guard numbers.count > 1, var longitude = numbers[0] else { return Feature.Point() }
    if abs(longitude) > 180, abs(longitude) <= 540 { longitude -= longitude > 0 ? 360 : -360 }
    return Feature.Point(latitude: numbers[1], longitude: longitude)
  }
}

extension JSONReader {
  /// Reads a value that says nothing, and checks it.
  mutating func passValue() throws(MarkupError) {
    // Whether each open container is an object; bound: the limit of the reader.
    var open: [Bool] = []
    repeat {
      if let isObject = open.last {
        guard try isObject ? nextMember() : nextElement() else {
          open.removeLast()
          continue
        }
        if isObject { _ = try readKey() }
      }
      switch peek() {
      case .objectStart:
        try beginObject()
        open.append(true)
      case .arrayStart:
        try beginArray()
        open.append(false)
      case .string: _ = try scanString()
      case .true, .false: _ = try readBool()
      case .null: try readNull()
      default: _ = try scanNumber()
      }
    } while !open.isEmpty
  }

  /// Moves past white space and the separators of a text sequence (RFC 8142).
  mutating func passSeparators() {
    skipWhitespace()
    while offset < bytes.count, bytes[offset] == 0x1E {
      offset += 1
      skipWhitespace()
    }
  }
}
