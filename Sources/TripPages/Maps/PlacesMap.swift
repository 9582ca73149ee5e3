import DocumentTables
import TripFormats

/// The places of an object and of what it owns, in the order of the journey, and the lines between
/// them.
struct PlacesMap {
  /// A place with its names, in the order in which they were found.
  struct Place {
    let point: MapPoint
    var names: [String]
    /// The codes of airports and stations.
    var codes: [String]
    /// The number of nights that one stays there.
    var nights = 0
  }

  /// The maximum number of places; a map with more has no room for their numbers.
  private static let mostPlaces = 60
  /// The maximum number of lines.
  private static let mostRoutes = 500
  /// The maximum number of names of one place.
  private static let mostNames = 6

  private(set) var places: [Place] = []
  /// Pairs of positions in ``places``, and how one travels between them.
  private(set) var routes: [(from: Int, to: Int, kind: RouteKind)] = []
  /// The ways of recorded lines.
  private(set) var ways: [[MapPoint]] = []
  /// The number of places that were left out.
  private(set) var omitted = 0
  private var positions: [MapPoint: Int] = [:]
  private var omittedPoints: Set<MapPoint> = []

  /// - Parameters:
  ///   - objects: The objects in the order of the journey.
  ///   - recorded: The ways of the document; nil for a map without them.
  init(
    _ objects: [ObjectReader.Object], _ reader: ObjectReader, _ recorded: inout FeatureWays?
  ) {
    for object in objects {
      ways += (recorded?.ways(of: object.key) ?? []).map { way in
        way.compactMap { MapPoint(latitude: $0.latitude, longitude: $0.longitude) }
      }
      var found: [Int] = []
      let attributes = reader.presentations[object.entity.name]?.attributes ?? []
      let kind = Self.kind(of: object, attributes, reader)
      // `fromLocation` before `toLocation`.
      for attribute in attributes where attribute.type.isTree {
        let tree: Tree? =
          if case .tree(let tree) = reader.value(of: attribute, in: object) { tree } else { nil }
        let name = Self.name(of: attribute, in: object, among: attributes, reader)
        let code = tree?["code"]?.textValue ?? (kind == .air ? Airports.code(in: name) : nil)
        // Codes of other kinds are those of stations.
        let airport = kind == .air ? code.flatMap(Airports.point) : nil
        guard let point = tree.flatMap(Self.point) ?? airport else { continue }
        if let position = add(point, name, code: code) { found.append(position) }
      }
      if found.count == 2, found[0] != found[1], routes.count < Self.mostRoutes {
        routes.append((found[0], found[1], kind))
      }
      if found.count == 1 {
        places[found[0]].nights += Self.nights(of: object, attributes, reader)
      }
    }
    omitted = omittedPoints.count
  }

  private mutating func add(_ point: MapPoint, _ name: String, code: String?) -> Int? {
    guard let position = positions[point] else {
      guard places.count < Self.mostPlaces else {
        omittedPoints.insert(point)
        return nil
      }
      positions[point] = places.count
      places.append(Place(point: point, names: [name], codes: code.map { [$0] } ?? []))
      return places.count - 1
    }
    if places[position].names.count < Self.mostNames, !places[position].names.contains(name) {
      places[position].names.append(name)
    }
    if let code, places[position].codes.isEmpty { places[position].codes.append(code) }
    return position
  }

  private static func kind(
    of object: ObjectReader.Object, _ attributes: [TableAttribute], _ reader: ObjectReader
  ) -> RouteKind {
    guard let mode = attributes.first(where: { $0.name == "mode" }),
      case .text(let text) = reader.value(of: mode, in: object)
    else { return .other }
    return RouteKind(mode: text)
  }

  /// Returns the number of nights of a stay that is not cancelled; 0 for any other object.
  private static func nights(
    of object: ObjectReader.Object, _ attributes: [TableAttribute], _ reader: ObjectReader
  ) -> Int {
    guard !reader.isCancelled(object) else { return 0 }
    var days: [Bool: Int64] = [:]
    for attribute in attributes {
      guard case (.nights, let isEnd)? = ObjectPeriod.role(of: attribute.name),
        days[isEnd] == nil, let moment = reader.moment(of: attribute, in: object)
      else { continue }
      days[isEnd] = moment.wallClock?.day
    }
    // No overflow: both are days of the years 1 to 9999.
    guard let first = days[false], let last = days[true], last > first else { return 0 }
    return Int(last - first)
  }

  private static func point(_ tree: Tree) -> MapPoint? {
    guard let latitude = tree["latitude"]?.numberValue,
      let longitude = tree["longitude"]?.numberValue
    else {
      return nil
    }
    return MapPoint(latitude: latitude, longitude: longitude)
  }

  /// Returns what the place of an attribute is called: the text `from` for `fromLocation`, the text
  /// `destination` for `location`, or else the title of the object.
  private static func name(
    of attribute: TableAttribute, in object: ObjectReader.Object, among others: [TableAttribute],
    _ reader: ObjectReader
  ) -> String {
    var name = attribute.name
    if name.lowercased().hasSuffix("location") { name.removeLast("location".count) }
    let wanted = name.isEmpty ? "destination" : name
    if let text = others.first(where: { $0.name == wanted && $0.type == .scalar(.text) }),
      case .text(let words) = reader.value(of: text, in: object), !words.isEmpty
    {
      return words
    }
    return reader.title(of: object)
  }
}

extension AttributeType {
  fileprivate var isTree: Bool {
    switch self {
    case .tree, .structure: true
    default: false
    }
  }
}
