import DocumentData
import Foundation
import Testing

@Suite("The main context and its container")
struct MainContextTests {
  typealias Person = Offices.Person

  @Test("what is inserted into the main context stays there, though nobody holds the context")
  @MainActor func unsavedObjectsStay() throws {
    let container = try Offices.container()
    container.mainContext.autosaveEnabled = false
    container.mainContext.insert(Person(name: "Ada", age: 36))
    #expect(container.mainContext.insertedModelsArray.count == 1)
    #expect(try container.mainContext.only(Person.self).name == "Ada")
  }

  @Test("a container goes with the last reference to it, and its main context with it")
  @MainActor func noCircle() throws {
    weak var container: ModelContainer?
    weak var context: ModelContext?
    do {
      let made = try Offices.container()
      container = made
      context = made.mainContext
      made.mainContext.autosaveEnabled = false
      made.mainContext.insert(Person(name: "Ada", age: 36))
      #expect(context != nil)
    }
    #expect(container == nil)
    #expect(context == nil)
  }

  @Test("a main context that outlives its container gives it back")
  @MainActor func contextKeepsContainer() throws {
    var container: ModelContainer? = try Offices.container()
    let context = try #require(container).mainContext
    context.autosaveEnabled = false
    #expect(context.container === container)
    context.insert(Person(name: "Ada", age: 36))
    try context.save()
    weak let first = container
    container = nil
    #expect(first == nil)
    let again = context.container
    #expect(again === context.container)
    #expect(again.mainContext === context)
    #expect(try ModelContext(again).only(Person.self).age == 36)
  }

  @Test("a context keeps its container, and two references to one container are equal")
  func ordinaryContext() throws {
    let context = ModelContext(try Offices.container())
    context.insert(Person(name: "Ada", age: 36))
    try context.save()
    let second = ModelContext(context.container)
    #expect(try second.only(Person.self).name == "Ada")
    #expect(context.container == second.container)
    let other = try Offices.container()
    #expect(context.container != other)
  }
}
