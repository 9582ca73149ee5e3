import DocumentFile
import DocumentTables
import Markup

/// Takes the features of a GeoJSON text as they end, so that positions of lines need no memory.
struct GeoJSONScan {
  private(set) var features: [FeatureFile.Stated] = []
  /// What this library wrote for the file: features without a geometry and without other properties.
  private(set) var own: [(element: FeatureElement, tree: Tree)] = []
  /// The ways of lines, if they are wanted.
  private(set) var ways: [Range<Int>: [[WayPoint]]] = [:]
  /// What the file says of all features.
  private(set) var words = Feature(.file)
  private(set) var findings: [ImportReport.Finding] = []
  private(set) var keptNames: [String: Int] = [:]
  /// The times of points that are no spans, and of recorded lines.
  private(set) var pointTimes: [Int64] = []
  private(set) var lineTimes: [ClosedRange<Int64>] = []
  private let keepsWays: Bool
  /// How many values of properties may be read.
  private var budget = JSONValue.greatestCount

  /// An object that is open.
  private struct Object {
    var start: Int
    var type = ""
    var properties: JSONValue?
    var propertiesRange: Range<Int>?
    var coordinates: [[Feature.Point]]?
    var geometry: GeoJSONGeometry?
    var isCollection = false
    /// The members that RFC 7946 does not know.
    var foreign: [(name: String, value: JSONValue)] = []

    /// What its positions are, once its type is known.
    var ownGeometry: GeoJSONGeometry {
      var own = coordinates.map { GeoJSONGeometry(type, $0) } ?? GeoJSONGeometry()
      if let geometry { own.add(geometry) }
      return own
    }
  }

  /// - Throws: `not-a-document`, the codes of JSON.
  init(_ text: [UInt8], keepsWays: Bool = false) throws(DocumentError) {
    self.keepsWays = keepsWays
    do {
      try text.withUnsafeBufferPointer { buffer in
        var json = try JSONReader(buffer, limits: MarkupLimits(depth: JSONValue.greatestDepth))
        json.passSeparators()
        repeat {
          try readText(&json)
          json.passSeparators()
        } while json.peek() != .endOfInput
      }
    } catch {
      throw DocumentError(ofJSON: error, .notADocument)
    }
  }

  /// Reads a whole text, or one of a sequence.
  private mutating func readText(_ json: inout JSONReader) throws {
    let object = try read(&json, isWhole: true)
    try checkReferenceSystem(object)
    if object.isCollection {
      let words = GeoJSONProperties(.object(object.foreign, offset: 0))
      self.words.name = words.text(.name)
      self.words.details = Feature.details([words.text(.details)], name: self.words.name)
      self.words.kind = words.text(.program)
    } else if object.type == "Feature" || GeoJSONGeometry.types.contains(object.type) {
      take(object, end: json.offset, json)
    } else {
      throw DocumentError(
        .notADocument,
        object.type.isEmpty
          ? "it has no GeoJSON: an object has no type"
          : "it has no GeoJSON: the type of an object is \(object.type.prefix(80))")
    }
  }

  private mutating func read(_ json: inout JSONReader, isWhole: Bool) throws -> Object {
    json.skipWhitespace()
    var object = Object(start: json.offset)
    try json.beginObject()
    while try json.nextMember() {
      let name = try json.readKey()
      switch (name, json.peek()) {
      case ("type", .string): object.type = try json.readString()
      case ("coordinates", .arrayStart):
        object.coordinates = try GeoJSONGeometry.coordinates(&json)
      case ("geometries", .arrayStart), ("geometry", .objectStart):
        object.geometry = try GeoJSONGeometry.read(&json)
      case ("features", .arrayStart) where isWhole:
        if object.isCollection { throw json.error(.jsonDuplicateKey, at: json.offset, name) }
        object.isCollection = true
        try json.beginArray()
        while try json.nextElement() {
          guard json.peek() == .objectStart else {
            try json.passValue()
            continue
          }
          take(try read(&json, isWhole: false), end: json.offset, json)
        }
      case ("properties", .objectStart):
        let start = json.offset
        object.properties = try JSONValue.read(&json, &budget)
        object.propertiesRange = start..<json.offset
      case ("geometry", .null):
        try json.readNull()
        object.geometry = nil
      case ("properties", .null):
        try json.readNull()
        (object.properties, object.propertiesRange) = (nil, nil)
      case ("id", _), ("bbox", _): try json.passValue()
      default:
        object.foreign.append((name, try JSONValue.read(&json, &budget)))
      }
    }
    return object
  }

  /// Refuses coordinates that are no degrees: the member of 2008, which RFC 7946 took away.
  private func checkReferenceSystem(_ object: Object) throws(DocumentError) {
    guard let system = object.foreign.last(where: { $0.name == "crs" })?.value,
      let name = system["properties"]?["name"]?.text
    else { return }
    let upper = name.uppercased()
    let isWGS84 = ["CRS84", ":4326", "WGS84", "WGS 84"].contains { upper.contains($0) }
    guard isWGS84 || upper.hasSuffix("CRS84H") || upper.hasSuffix(":4979") else {
      throw DocumentError(
        .notADocument,
        "its coordinates are those of \(name.prefix(80)), and not degrees of WGS 84; convert it, as with ogr2ogr -t_srs EPSG:4326"
      )
    }
  }

  // MARK: Features

  private mutating func take(_ object: Object, end: Int, _ json: JSONReader) {
    let range = object.start..<end
    let properties = GeoJSONProperties(object.properties ?? .object([], offset: 0))
    var exact: Tree?
    if properties.hasExact, let place = object.propertiesRange {
      exact = GeoJSONProperties.exact(Array(json.bytes[place]))
    }
    let geometry = object.ownGeometry
    let isPlaceless = geometry.points.isEmpty && geometry.lines.isEmpty
    if let exact, isPlaceless, properties.isExactOnly {
      own.append((.json(range), exact))
      return
    }
    var feature = properties.feature
    feature.exact = exact
    let (start, end) = properties.times
    if let point = geometry.points.first {
      feature.points = [point]
      if feature.name.isEmpty, feature.details.isEmpty, exact == nil, start != nil {
        // One of the points of a track, which some programs write as features.
        return note("Point")
      }
      if !point.isKnown {
        let stated = [point.longitude, point.latitude].map { $0.map { "\($0)" } ?? "" }
        findings.append(
          .init(.unreadProperty, subject: feature.name, stated.joined(separator: " ")))
      }
    } else if let first = geometry.lines.first?.first, let last = geometry.lines.last?.last {
      var ends = LineEnds()
      for point in [first, last] { ends.add(point) }
      for time in properties.lineTimes { ends.add(time: time) }
      feature.points = ends.points
      feature.isRecorded = ends.times != nil
      feature.shape = .line
      if let times = ends.times { lineTimes.append(times) }
      let names = properties.ends
      if names != ["", ""], !feature.isRecorded {
        feature.shape = .leg
        for index in names.indices { feature.points[index].name = names[index] }
      }
      if keepsWays { ways[range] = geometry.lines.map { $0.compactMap { WayPoint($0) } } }
    } else if exact == nil,
      !geometry.otherTypes.isEmpty
        || feature.name.isEmpty && feature.details.isEmpty && feature.address.isEmpty
    {
      return note(geometry.otherTypes.first ?? "Feature")
    }
    if !feature.isRecorded {
      if start != nil || end != nil, feature.points.isEmpty { feature.points = [Feature.Point()] }
      if end != nil, feature.points.count == 1 { feature.points.append(feature.points[0]) }
      if let start { feature.points[0].time = start }
      if let end { feature.points[feature.points.count - 1].time = end }
    }
    if feature.shape == .place, exact == nil, end == nil,
      let time = start.flatMap({ FeatureTime($0)?.instant })
    {
      pointTimes.append(time)
    }
    for name in properties.unreadNames { note(name) }
    for member in object.foreign { note(member.name) }
    features.append(.init(feature: feature, elements: [.json(range)]))
  }

  private mutating func note(_ name: String) {
    let name = name.isEmpty ? "geometry" : name
    guard keptNames.count < 1000 || keptNames[name] != nil else { return }
    keptNames[name, default: 0] += 1
  }
}
