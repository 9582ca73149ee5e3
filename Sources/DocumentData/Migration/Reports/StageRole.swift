/// What the context of a migration stage's closure is for: its refusals say so.
struct StageRole {
  enum Place: String {
    case willMigrate, didMigrate, willRevert, didRevert
    case old = "the old context"
    case new = "the new context"
    case newer = "the newer context"
    case older = "the older context"

    /// Whether it is of the version that the stage arrives at.
    var isArrival: Bool {
      switch self {
      case .didMigrate, .didRevert, .new, .older: true
      case .willMigrate, .willRevert, .old, .newer: false
      }
    }
  }

  /// The closure, or which of its two contexts it is.
  let place: Place
  /// How messages call the context's version.
  let version: String
  /// How messages call the version at the other end of the stage.
  let otherVersion: String
  let otherModels: [any PersistentModel.Type]

  /// Whether the objects are there to be read only.
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

  /// How messages call the context.
  var context: String {
    isOneOfTwo ? place.rawValue : "the context of \(place.rawValue)"
  }

  /// Why an object of a class that this version does not have is refused; nil if the other version
  /// does not have it either.
  func words(refusing type: any PersistentModel.Type, namesake: String?) -> String? {
    guard let words = relation(of: type, namesake) else { return nil }
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

  /// Why objects of a class that this version does not have cannot be asked for; nil if the other
  /// version does not have it either.
  func words(
    refusingRequestOf type: any PersistentModel.Type, namesake: String?
  ) -> String? {
    relation(of: type, namesake).map { words in
      words + ": " + (namesake.map { "use \($0)" } ?? "its objects are in \(partnerContext)")
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

  /// Why an object of the other context is refused.
  func words(refusing object: String) -> String? {
    guard isOneOfTwo else { return nil }
    return "\(object) belongs to another context than \(place.rawValue), of version \(version): "
      + "find its counterpart(of:as:) there"
  }
}
