// Options for Apple's services. They are accepted and recorded without effect, so that model code
// compiles.
extension ModelConfiguration {
  /// The group of programs that share a store on Apple's systems; without effect here.
  public struct GroupContainer: Hashable, Sendable {
    private enum Kind: Hashable {
      case automatic, none
      case named(String)
    }

    private let kind: Kind

    /// The first group in the program's entitlements.
    public static let automatic = GroupContainer(kind: .automatic)
    /// No group.
    public static let none = GroupContainer(kind: .none)

    /// Returns the group with an identifier.
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(kind: .named(groupName))
    }

    var identifier: String? { if case .named(let name) = kind { name } else { nil } }
  }

  /// The CloudKit database that mirrors a store on Apple's systems; without effect here.
  public struct CloudKitDatabase: Hashable, Sendable {
    private enum Kind: Hashable {
      case automatic, none
      case named(String)
    }

    private let kind: Kind

    /// The first database in the program's entitlements.
    public static let automatic = CloudKitDatabase(kind: .automatic)
    /// No database.
    public static let none = CloudKitDatabase(kind: .none)

    /// Returns the private database with an identifier.
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(kind: .named(privateDBName))
    }

    var identifier: String? { if case .named(let name) = kind { name } else { nil } }
  }
}
