/// One released version of an application's models.
public protocol VersionedSchema: SendableMetatype {
  /// The model classes of this version.
  ///
  /// A class of another version may be among them, as by `typealias Snap = V1.Snap`. A relationship
  /// leads to the listed class of its entity's name, whichever class of that name the type of the
  /// property is. Where the two differ, reading the relationship gives an object of the property's
  /// type that stands in for the listed class's: both have the same values, changes and identifier.
  static var models: [any PersistentModel.Type] { get }
  /// The version; where none is stated, the number at the end of the type's name.
  static var versionIdentifier: Schema.Version { get }
}

extension VersionedSchema {
  /// The number at the end of the type's name, `2.0.0` for `TripSchemaV2` and `2.1.0` for
  /// `TripSchemaV2_1`; 1.0.0 where there is none.
  ///
  /// SwiftData demanded no version at first, and the schemas of a plan need different ones: those
  /// whose names do not count state theirs.
  public static var versionIdentifier: Schema.Version {
    Schema.Version(countedIn: String(describing: self)) ?? Schema.Version(1, 0, 0)
  }
}

extension Schema.Version {
  /// The numbers after the last `V` of a name; nil if other things follow it.
  init?(countedIn name: String) {
    guard let letter = name.lastIndex(where: { $0 == "V" || $0 == "v" }) else { return nil }
    let parts = name[name.index(after: letter)...].split(
      separator: "_", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...9).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    numbers += [0, 0]
    self.init(numbers[0], numbers[1], numbers[2])
  }
}
