/// One released version of an application's models.
public protocol VersionedSchema: SendableMetatype {
  /// The model classes of this version.
  ///
  /// The list may contain a class of another version, for example by `typealias Snap = V1.Snap`. A
  /// relationship leads to the listed class that has the name of its destination entity, even if
  /// the property's type is another class of that name. If the two classes differ, reading the
  /// relationship returns an object of the property's type that stands in for the object of the
  /// listed class: both have the same values, changes and identifier.
  static var models: [any PersistentModel.Type] { get }
  /// The version; by default the number at the end of the type's name.
  static var versionIdentifier: Schema.Version { get }
}

extension VersionedSchema {
  /// The number at the end of the type's name: `2.0.0` for `TripSchemaV2`, `2.1.0` for
  /// `TripSchemaV2_1`, and 1.0.0 for a name without a number.
  ///
  /// SwiftData did not require a version at first, but the schemas of a plan need different
  /// versions. Types whose names do not end in a number must declare one.
  public static var versionIdentifier: Schema.Version {
    Schema.Version(countedIn: String(describing: self)) ?? Schema.Version(1, 0, 0)
  }
}

extension Schema.Version {
  /// Reads the numbers after the last `V` of a name; nil if anything else follows the letter.
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
