import DocumentFile
import DocumentMigration
import DocumentTables

@testable import DocumentData

/// Where the library and the model of it part.
struct GuildMismatch: Error, CustomStringConvertible {
  let description: String
}

/// Runs a program against a container in a file and against the model of it.
final class GuildRun {
  /// What an undo brings back, and how many foreign saves there were; -1 if that is not known.
  struct Past {
    let view: ExpectedGuild
    var foreignSaves: Int
  }

  /// One of the two contexts with what it has to show.
  final class Side {
    let name: String
    private(set) var context: ModelContext
    private(set) var manager: UndoManager?
    /// The actor that the context belongs to.
    let actor: GuildActor?
    var expected: ExpectedContext
    /// The objects that the program holds.
    var models: [GuildID: any PersistentModel] = [:]
    /// Further objects of the same rows that the program holds: saves have united them with these.
    var twins: [GuildID: [any PersistentModel]] = [:]
    /// Those of unions that no save has stored yet.
    var unsavedTwins: [any PersistentModel] = []
    /// The objects that the program had and does not hold.
    var released: Set<GuildID> = []
    var foreignSaves = 0
    var past: [Past] = []
    var future: [Past] = []

    init(
      _ name: String, _ context: ModelContext, _ expected: ExpectedContext, hasUndo: Bool,
      actor: GuildActor? = nil
    ) {
      self.name = name
      self.context = context
      self.expected = expected
      self.actor = actor
      if hasUndo { record() }
    }

    private func record() {
      manager = UndoManager()
      manager?.groupsByEvent = false
      context.undoManager = manager
    }

    /// Replaces the context, which is gone then, with its unsaved changes.
    func renew(_ container: ModelContainer) {
      context = ModelContext(container)
      past = []
      future = []
      if manager != nil { record() }
    }

    /// Every object of a row that the program holds.
    func instances(of id: GuildID) -> [any PersistentModel] {
      (models[id].map { [$0] } ?? []) + (twins[id] ?? [])
    }
  }

  let program: GuildProgram
  let folder: TemporaryFolder
  let ignoresCascades: Bool
  private(set) var access = GuildAccess.of(1)
  private(set) var container: ModelContainer?
  private(set) var sides: [Side] = []
  /// The document, and how many saves it has seen.
  var committed = ExpectedGuild()
  var generation = 0
  /// What was done, in words.
  private(set) var log: [String] = []
  private var lastID = 0
  private var ids: [ObjectKey: GuildID] = [:]
  /// The identifiers before the first save.
  private(set) var identifiers: [GuildID: PersistentIdentifier] = [:]
  /// A number of the operation, which chooses among several objects of one row.
  var choice = 0

  init(_ program: GuildProgram, ignoresCascades: Bool = false) throws {
    self.program = program
    self.ignoresCascades = ignoresCascades
    folder = try TemporaryFolder()
    try open()
  }

  var url: URL { folder.file("guild.trips") }

  /// Runs the program.
  ///
  /// - Returns: Where the two part; nil if they do not.
  static func mismatch(of program: GuildProgram, ignoresCascades: Bool = false) -> String? {
    do {
      let run = try GuildRun(program, ignoresCascades: ignoresCascades)
      for operation in program.operations {
        do {
          try run.perform(operation)
        } catch {
          let habits = [
            program.isAttentive ? "attentive" : nil, program.keepsObjects ? "keeps objects" : nil,
            program.hasUndo ? "undo" : nil, program.hasActor ? "actor" : nil,
            program.keepsExisting ? "keeps existing" : nil,
          ].compactMap { $0 }.joined(separator: ", ")
          return "seed \(program.seed) (\(habits)): \(error)\n"
            + run.log.map { "  " + $0 }.joined(separator: "\n")
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  func note(_ side: Side? = nil, _ words: String) {
    log.append((side.map { $0.name + ": " } ?? "") + words)
  }

  // MARK: The container

  /// Opens the file, with nothing left of what was open before.
  func open() throws {
    sides = []
    container = nil
    var configuration = ModelConfiguration(url: url)
    configuration.fileFollowing = .never
    if program.keepsExisting { configuration.uniqueness = .keepExisting }
    let container = try ModelContainer(
      for: Schema(versionedSchema: access.schema),
      migrationPlan: committed.version == 1 ? nil : GuildPlan.self, configurations: configuration)
    self.container = container
    sides = ["A", "B"].map { name in
      var expected = ExpectedContext(committed, generation)
      expected.ignoresCascades = ignoresCascades
      expected.keepsExisting = program.keepsExisting
      let actor = program.hasActor && name == "B" ? GuildActor(modelContainer: container) : nil
      let context = actor?.modelExecutor.modelContext ?? ModelContext(container)
      return Side(name, context, expected, hasUndo: program.hasUndo, actor: actor)
    }
    ids = ids.filter { committed.rows[$0.value] != nil }
    for side in sides { try run(side) { try self.refresh(side) } }
  }

  func migrate() throws {
    committed = committed.migrated()
    access = GuildAccess.of(2)
    try open()
    // The entity of an object may have got another name.
    for (id, model) in sides[0].models { identifiers[id] = model.persistentModelID }
  }

  // MARK: Objects

  /// Gives a new object its number, in the order of insertion.
  func enter(_ model: any PersistentModel) throws -> GuildID {
    let key = model.persistentModelID.key
    guard key > 0, ids[key] == nil else {
      throw GuildMismatch(description: "a new object has the key \(key)")
    }
    lastID += 1
    ids[key] = lastID
    identifiers[lastID] = model.persistentModelID
    return lastID
  }

  func id(of model: any PersistentModel) throws -> GuildID {
    guard let id = ids[model.persistentModelID.key] else {
      throw GuildMismatch(description: "an object that was never inserted: \(model)")
    }
    return id
  }

  /// One of the objects of a row that the program holds, or the one that the context finds.
  func model(_ id: GuildID, _ side: Side) throws -> any PersistentModel {
    let instances = side.instances(of: id)
    if !instances.isEmpty { return instances[choice % instances.count] }
    guard side.released.contains(id), let identifier = identifiers[id] else {
      throw GuildMismatch(description: "\(side.name) does not show \(id)")
    }
    let model = side.context.model(for: identifier)
    side.models[id] = model
    return model
  }

  func models(_ ids: [GuildID], _ side: Side) throws -> [any PersistentModel] {
    try ids.map { try model($0, side) }
  }

  func write(_ value: GuildValue, to property: GuildProperty, of id: GuildID, _ side: Side) throws {
    access.accessors[property]?.write(try model(id, side), value)
  }

  func read(_ model: any PersistentModel, _ property: GuildProperty) throws -> GuildCell {
    switch access.accessors[property]?.read(model) ?? .empty {
    case .empty: property.destination == nil ? .empty : .ids([])
    case .text(let text): .text(text)
    case .number(let number): .number(number)
    case .models(let models): .ids(try models.map { try id(of: $0) })
    }
  }

  /// Fetches everything: the context sees what others have saved.
  func refresh(_ side: Side) throws {
    var models: [GuildID: any PersistentModel] = [:]
    for kind in GuildKind.allCases {
      let all = try access.all(kind, side.context)
      let ids = try all.map { try id(of: $0) }
      if ids != ids.sorted() {
        throw GuildMismatch(description: "\(side.name) fetches \(kind)s in the order \(ids)")
      }
      for (id, model) in zip(ids, all) {
        if let held = side.models[id], held !== model {
          throw GuildMismatch(description: "\(side.name) has two objects for \(id)")
        }
        models[id] = model
      }
    }
    side.expected.advance(to: committed, generation)
    side.models = models
    side.released = []
  }

  // MARK: Comparing

  /// Holds what a context shows against the model; nothing is fetched.
  func compare(_ side: Side) throws {
    // Of objects that another context has deleted nothing is promised until the save says so.
    guard side.expected.conflicts.isEmpty else { return }
    let expected = side.expected.view.shown()
    let missing = expected.keys.filter {
      side.instances(of: $0).isEmpty && !side.released.contains($0)
    }.sorted()
    let surplus = side.models.keys.filter { expected[$0] == nil }.sorted()
    if !missing.isEmpty || !surplus.isEmpty {
      throw GuildMismatch(
        description: "\(side.name) misses \(missing), and has \(surplus) too much")
    }
    for (id, cells) in expected.sorted(by: { $0.key < $1.key }) {
      for model in side.instances(of: id) { try compare(model, id, cells, side) }
    }
    try comparePending(side)
  }

  private func compare(
    _ model: any PersistentModel, _ id: GuildID, _ cells: [GuildProperty: GuildCell], _ side: Side
  ) throws {
    for (property, cell) in cells {
      let actual = try read(model, property)
      if actual == cell { continue }
      throw GuildMismatch(
        description: "\(side.name): \(id).\(property) is \(actual), not \(cell)")
    }
    if try model.isDeleted || model.modelContext !== side.context || self.id(of: model) != id {
      throw GuildMismatch(description: "\(side.name): \(id) reads as deleted or without context")
    }
  }

  private func comparePending(_ side: Side) throws {
    let (context, expected) = (side.context, side.expected)
    func ids(_ models: [any PersistentModel]) throws -> [GuildID] { try models.map(id) }
    let inserted = try ids(context.insertedModelsArray)
    let deleted = Set(try ids(context.deletedModelsArray))
    let changed = Set(try ids(context.changedModelsArray))
    let isChanged =
      !expected.inserted.isEmpty || !expected.deleted.isEmpty || !expected.changed.isEmpty
    if inserted != expected.inserted.sorted() {
      throw GuildMismatch(
        description: "\(side.name): inserted \(inserted), not \(expected.inserted.sorted())")
    }
    // What another context has deleted too may be among them.
    if !deleted.isSuperset(of: expected.deleted)
      || deleted.subtracting(expected.deleted).contains(where: { expected.base.rows[$0] != nil })
    {
      throw GuildMismatch(
        description: "\(side.name): deleted \(deleted), not \(expected.deleted.sorted())")
    }
    // A change that came to nothing may be among them.
    if !changed.isSuperset(of: expected.changed)
      || changed.contains(where: { expected.base.rows[$0] == nil || !expected.view.isVisible($0) })
    {
      throw GuildMismatch(
        description: "\(side.name): changed \(changed.sorted()), not \(expected.changed.sorted())")
    }
    if isChanged && !context.hasChanges || !expected.isTouched && context.hasChanges {
      throw GuildMismatch(description: "\(side.name): hasChanges is \(context.hasChanges)")
    }
  }

  /// After a save: the file is valid, and a new context shows what was saved.
  func compareSaved() throws {
    guard let container else { return }
    let findings = TablesCheck.findings(container.store.current.tables, limit: 1)
    if let first = findings.first { throw GuildMismatch(description: "invalid: \(first.detail)") }
    if let first = DocumentFile.validate(.path(url.path), maximum: 1).first {
      throw GuildMismatch(description: "invalid file: \(first)")
    }
    let fresh = Side(
      "a new context", ModelContext(container), ExpectedContext(committed, generation),
      hasUndo: false)
    try refresh(fresh)
    try compare(fresh)
  }
}
