import DocumentData
import DocumentTables
import Foundation
import Synchronization

@testable import DocumentData

/// Models for what objects are made of; `Watched` says when it goes.
enum Layout {
  static var models: [any PersistentModel.Type] { [Plain.self, Derived.self, Watched.self] }

  @Model class Plain {
    var name: String
    var count = 0
    var note: String?

    init(name: String) { self.name = name }
  }

  @Model class Derived: Plain {
    var detail: String

    init(name: String, detail: String) {
      self.detail = detail
      super.init(name: name)
    }
  }

  /// A model with a deinitialiser of its own, which reads and may do what else it is told to.
  @Model class Watched {
    var name: String
    @Transient var atEnd: ((Watched) -> Void)?

    init(name: String) { self.name = name }

    deinit { atEnd?(self) }
  }

  static func container() throws -> ModelContainer {
    let schema = Schema(models)
    return try ModelContainer(
      for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  /// A new context over `count` saved objects of a class, none of which anybody holds.
  static func context(
    _ count: Int, _ make: (String) -> some PersistentModel = { Plain(name: $0) }
  ) throws -> ModelContext {
    let container = try container()
    let writer = ModelContext(container)
    for number in 0..<count { writer.insert(make("\(number)")) }
    try writer.save()
    return ModelContext(container)
  }
}

extension ModelContext {
  /// How many objects the context's identity map knows, and how many bytes that takes.
  var identities: (count: Int, byteCount: Int) { core.objects.identityMap.size }
}
