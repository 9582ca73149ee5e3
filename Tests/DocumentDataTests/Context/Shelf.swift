import Testing

@testable import DocumentData

/// Makes a context for each call, as repositories do.
struct Shelf {
  let container: ModelContainer

  init() throws { container = try Library.container() }

  func all<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try ModelContext(container).all(type)
  }

  func only<T: PersistentModel>(_ type: T.Type) throws -> T {
    try ModelContext(container).only(type)
  }

  func add(_ models: any PersistentModel...) throws {
    let context = ModelContext(container)
    for model in models { context.insert(model) }
    try context.save()
  }

  func update(_ model: any PersistentModel) throws { try add(model) }

  func delete(_ model: any PersistentModel) throws {
    let context = ModelContext(container)
    context.delete(model)
    try context.save()
  }
}
