/// The role of a context in a stage's closure, and the texts of errors that depend on it.
struct StageRole {
  enum Place: String {
    case willMigrate, didMigrate, willRevert, didRevert
    case old = "the old context"
    case new = "the new context"
    case newer = "the newer context"
    case older = "the older context"

    /// Whether the context shows the version after the stage.
    var isArrival: Bool {
      switch self {
      case .didMigrate, .didRevert, .new, .older: true
      case .willMigrate, .willRevert, .old, .newer: false
      }
    }
  }

  /// The closure, or one of the two contexts of a closure.
  let place: Place
  /// The name of the context's version in messages.
  let version: String
  /// The name of the stage's other version in messages.
  let otherVersion: String
  let otherModels: [any PersistentModel.Type]

  /// Whether the closure may only read the context's objects.
  var isReadOnly: Bool { place == .old || place == .newer }

  var partner: Place {
    switch place {
    case .willMigrate: .didMigrate
    case .didMigrate: .willMigrate
    case .willRevert: .didRevert
    case .didRevert: .willRevert
    case .old: .new
    case .new: .old
    case .newer: .older
    case .older: .newer
    }
  }

  private var isOneOfTwo: Bool {
    switch place {
    case .old, .new, .newer, .older: true
    case .willMigrate, .didMigrate, .willRevert, .didRevert: false
    }
  }

  /// The name of the context in messages.
  var context: String {
    isOneOfTwo ? place.rawValue : "the context of \(place.rawValue)"
  }

  /// Returns the reason for rejecting an object of a class that this version does not have; nil if
  /// neither the other version has the class, nor this one a class of its name.
  ///
  /// - Parameter namesake: The class of this version with the name of the class, or the name that it
  ///   had before.
  func words(refusing type: any PersistentModel.Type, namesake: String?) -> String? {
    guard let words = relation(of: type, namesake) else {
      return namesake.map {
        "\(String(reflecting: type)) belongs to neither version of the stage, and \(context) holds "
          + "objects of version \(version): make an object of \($0)"
      }
    }
    let advice: String =
      switch place {
      case .old, .newer: "insert it in \(partner.rawValue)"
      case .new, .older: "make an object of a class of version \(version)"
      default:
        "make its objects in \(partner.rawValue), or make the stage a transforming one, whose "
          + "closure sees both versions"
      }
    return "\(words): \(advice)"
  }

  /// Returns the reason for rejecting a fetch of a class that this version does not have; nil if
  /// neither the other version has the class, nor this one a class of its name.
  ///
  /// - Parameter namesake: The class of this version with the name of the class, or the name that it
  ///   had before.
  func words(
    refusingRequestOf type: any PersistentModel.Type, namesake: String?
  ) -> String? {
    if let words = relation(of: type, namesake) {
      return words + ": " + (namesake.map { "use \($0)" } ?? "its objects are in \(partnerContext)")
    }
    return namesake.map {
      "\(String(reflecting: type)) belongs to neither version of the stage, and \(context) holds "
        + "objects of version \(version), whose class is \($0): use \($0)"
    }
  }

  private func relation(of type: any PersistentModel.Type, _ namesake: String?) -> String? {
    guard otherModels.contains(where: { $0 == type }) else { return nil }
    return "\(String(reflecting: type)) belongs to version \(otherVersion), and \(context) holds "
      + "objects of version \(version)" + (namesake.map { ", whose class is \($0)" } ?? "")
  }

  private var partnerContext: String {
    isOneOfTwo ? partner.rawValue : "the context of \(partner.rawValue)"
  }

  /// Returns the reason for rejecting an object of the other context; nil if the closure has one
  /// context only.
  func words(refusing object: String) -> String? {
    guard isOneOfTwo else { return nil }
    return "\(object) belongs to another context than \(place.rawValue), of version \(version): "
      + "find its counterpart(of:as:) there"
  }
}
