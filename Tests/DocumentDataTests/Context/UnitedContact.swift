import DocumentData
import Foundation

enum Directory {
  @Model class Contact {
    @Attribute(.unique) var mail: String
    var name: String
    @Attribute(.ephemeral) var clicks = 0
    var friend: Contact?
    @Relationship(inverse: \Phone.contact) var phones: [Phone] = []

    init(_ mail: String, name: String) {
      self.mail = mail
      self.name = name
    }
  }

  @Model class Phone {
    var number: String
    var contact: Contact?

    init(_ number: String) { self.number = number }
  }
}

/// An object that a save has united with a stored one, in one of many ways.
final class UnitedContact {
  typealias Contact = Directory.Contact

  /// How the union came about.
  enum Way: CaseIterable {
    /// The program holds an object of the stored row, or none.
    case held, unknown
    /// Another context saves between the insertion and the save.
    case overtaken, overtakenAndFetched
    /// An earlier save has united an object with the stored one, and the program holds that object or not.
    case again, againHeld
    /// Another inserted object of the same save has the key.
    case twoAtOnce
    case reopened
    /// The context is gone, and another one has taken the object.
    case taken, takenToHeld
    /// The first save failed.
    case afterFailure
    /// The context records changes for an undo manager.
    case withUndo
  }

  /// What happens between the union and the test.
  enum Meanwhile: CaseIterable {
    case nothing, fetchedAndHeld, fetchedAndReleased, othersReleased, foundByIdentifier
    case savedElsewhere, unitedAgain, unitedElsewhere, emptySave
  }

  struct Case: CustomStringConvertible {
    let way: Way
    let meanwhile: Meanwhile

    static let all = Way.allCases.flatMap { way in
      Meanwhile.allCases.map { Case(way: way, meanwhile: $0) }
    }

    var description: String { "\(way), \(meanwhile)" }
  }

  let container: ModelContainer
  private(set) var context: ModelContext
  let contact: Contact
  /// Other objects of the row that the program holds.
  private(set) var others: [Contact] = []
  private let folder = try? TemporaryFolder()

  init(_ how: Case) throws {
    let configuration =
      how.way == .reopened
      ? ModelConfiguration(url: folder?.file("contacts.trips") ?? URL(filePath: "/dev/null"))
      : ModelConfiguration(isStoredInMemoryOnly: true)
    func open() throws -> ModelContainer {
      try ModelContainer(for: Contact.self, Directory.Phone.self, configurations: configuration)
    }
    if how.way == .reopened { try Self.save(Contact("a", name: "Ann"), in: open()) }
    container = try open()
    context = ModelContext(container)
    contact = Contact("a", name: "Bob")
    try unite(how.way)
    try pass(how.meanwhile)
  }

  private static func save(_ contact: Contact, in container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(contact)
    try context.save()
  }

  private func unite(_ way: Way) throws {
    func store() throws { try Self.save(Contact("a", name: "Ann"), in: container) }
    switch way {
    case .unknown, .held, .withUndo:
      try store()
      if way == .held { others = try fetched() }
      if way == .withUndo { context.undoManager = UndoManager() }
      context.insert(contact)
    case .reopened: context.insert(contact)
    case .overtaken, .overtakenAndFetched:
      context.insert(contact)
      try store()
      if way == .overtakenAndFetched { _ = try fetched() }
    case .again, .againHeld:
      try store()
      let first = Contact("a", name: "First")
      context.insert(first)
      try context.save()
      if way == .againHeld { others = [first] }
      context.insert(contact)
    case .twoAtOnce:
      try store()
      context.insert(Contact("a", name: "First"))
      context.insert(contact)
    case .taken, .takenToHeld:
      try store()
      do {
        let first = ModelContext(container)
        first.insert(contact)
        try first.save()
      }
      if way == .takenToHeld { others = try fetched() }
      context.insert(contact)
    case .afterFailure:
      try store()
      let stored = [Contact("b", name: "Bea"), Contact("c", name: "Cid")]
      for contact in stored { context.insert(contact) }
      try context.save()
      stored[0].mail = "c"
      context.insert(contact)
      if (try? context.save()) == nil { stored[0].mail = "b" }
      for contact in stored { context.delete(contact) }
    }
    try context.save()
  }

  private func pass(_ meanwhile: Meanwhile) throws {
    switch meanwhile {
    case .nothing: break
    case .fetchedAndHeld: others += try fetched()
    case .fetchedAndReleased: _ = try fetched()
    case .othersReleased:
      others = []
      _ = try fetched()
    case .foundByIdentifier:
      let found = context.model(for: contact.persistentModelID) as? Contact
      others += [found].compactMap { $0 }
    case .savedElsewhere:
      let other = ModelContext(container)
      for contact in try other.all(Contact.self) { contact.name = "Elsewhere" }
      try other.save()
    case .unitedAgain:
      context.insert(Contact("a", name: "Another"))
      try context.save()
    case .unitedElsewhere: try Self.save(Contact("a", name: "Elsewhere"), in: container)
    case .emptySave: try context.save()
    }
  }

  func fetched() throws -> [Contact] { try context.all(Contact.self) }

  /// What a new context reads.
  func stored() throws -> [Contact] { try ModelContext(container).all(Contact.self) }

  /// Every object of the row that the program may use: the united one, those that are held, and those
  /// that the context finds.
  func every() throws -> [Contact] {
    let id = contact.persistentModelID
    let registered: Contact? = context.registeredModel(for: id)
    var enumerated: [Contact] = []
    try context.enumerate(FetchDescriptor<Contact>()) { enumerated.append($0) }
    return try [contact] + others + fetched() + enumerated
      + [registered, context.model(for: id) as? Contact].compactMap { $0 }
  }
}
