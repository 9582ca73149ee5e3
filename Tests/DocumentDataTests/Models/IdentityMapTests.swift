import DocumentData
import DocumentTables
import Foundation
import Testing

@testable import DocumentData

@Suite("The identity map of a context")
struct IdentityMapTests {
  typealias Plain = Layout.Plain
  typealias Watched = Layout.Watched

  @Test("an object leaves the map at once when the last holder lets it go")
  func leaves() throws {
    let context = try Layout.context(3)
    var models = try context.fetch(FetchDescriptor<Plain>())
    #expect(context.identities.count == 3)
    models.removeLast()
    #expect(context.identities.count == 2)
    models.removeAll()
    #expect(context.identities.count == 0)
  }

  @Test("making and releasing objects over and over leaves a small map")
  func bounded() throws {
    let context = try Layout.context(2_000)
    for _ in 0..<50 {
      #expect(try context.fetch(FetchDescriptor<Plain>()).count == 2_000)
      #expect(context.identities.count == 0)
    }
    #expect(context.identities.byteCount < 4_096)
  }

  @Test("objects may be released while the others are visited")
  func releaseDuringIteration() throws {
    let context = try Layout.context(300)
    var models = try context.fetch(FetchDescriptor<Plain>())
    let kept = models[100]
    for (_, model) in context.core.objects.identityMap.all {
      models.removeAll { $0 === model && $0 !== kept }
    }
    models.removeAll()
    #expect(context.identities.count == 1)
    #expect(kept.name == "100")
    #expect(try context.fetch(FetchDescriptor<Plain>())[100] === kept)
  }

  @Test("objects outlive the context that handed them out")
  func contextFirst() throws {
    var context: ModelContext? = try Layout.context(5)
    var models = try context?.fetch(FetchDescriptor<Plain>()) ?? []
    context = nil
    #expect(models.map(\.name) == ["0", "1", "2", "3", "4"])
    models.removeFirst()
    models.removeAll()
  }

  @Test("an object released on another thread leaves the map as well")
  func otherThread() async throws {
    /// Carries objects to where they are released; nobody else holds them.
    final class Parcel: @unchecked Sendable {
      var models: [Plain]
      init(_ models: [Plain]) { self.models = models }
    }
    let context = try Layout.context(2_000)
    for _ in 0..<5 {
      let parcel = Parcel(try context.fetch(FetchDescriptor<Plain>()))
      let release = Thread { parcel.models.removeAll() }
      release.start()
      // Meanwhile this context looks for the same rows: it finds each as it is or makes it anew.
      let found = try context.fetch(FetchDescriptor<Plain>())
      #expect(found.count == 2_000)
      #expect(zip(found, 0...).allSatisfy { $0.name == "\($1)" })
      while !release.isFinished { try await Task.sleep(for: .milliseconds(1)) }
      #expect(context.identities.count == 2_000)
      for model in found {
        let registered: Plain? = context.registeredModel(for: model.persistentModelID)
        #expect(registered === model)
      }
    }
    #expect(context.identities.count == 0)
  }

  @Test("a model's own deinitialiser reads its values, and a fetch in it makes another object")
  func ownDeinitializer() throws {
    let context = try Layout.context(2) { Watched(name: $0) }
    var names: [String] = []
    var next: [Watched] = []
    try context.fetch(FetchDescriptor<Watched>()).first?.atEnd = { watched in
      names.append(watched.name)
      next = (try? context.fetch(FetchDescriptor<Watched>())) ?? []
      #expect(next.count == 2)
      #expect(!next.contains { $0 === watched })
    }
    #expect(names == ["0"])
    // The later object of the row has kept its place.
    #expect(context.identities.count == 2)
    #expect(try context.fetch(FetchDescriptor<Watched>()).first === next.first)
    next.removeAll()
    #expect(context.identities.count == 0)
  }

  @Test("of two objects of a row, each takes out its own entry, in whatever order they go")
  func nestedDeinitializers() throws {
    let context = try Layout.context(1) { Watched(name: $0) }
    var count = 0
    func again(_ watched: Watched) {
      count += 1
      guard count < 4 else { return }
      // Made and gone before the outer one is gone.
      let inner = try? context.fetch(FetchDescriptor<Watched>()).first
      inner?.atEnd = again
    }
    try context.fetch(FetchDescriptor<Watched>()).first?.atEnd = again
    #expect(count == 4)
    #expect(context.identities.count == 0)
    #expect(try context.fetch(FetchDescriptor<Watched>()).map(\.name) == ["0"])
  }

  @Test("what a deinitialiser changes is lost with the object")
  func changeInDeinitializer() throws {
    let context = try Layout.context(1) { Watched(name: $0) }
    try context.fetch(FetchDescriptor<Watched>()).first?.atEnd = { $0.name = "late" }
    #expect(!context.hasChanges)
    #expect(try context.fetch(FetchDescriptor<Watched>()).map(\.name) == ["0"])
  }

  @Test("a context's inserted objects are in its map until they go, saved or not")
  func inserted() throws {
    let context = try Layout.context(0)
    var plain: Plain? = Plain(name: "a")
    if let plain { context.insert(plain) }
    plain = nil
    #expect(context.identities.count == 1)
    try context.save()
    #expect(context.identities.count == 0)
    context.insert(Plain(name: "b"))
    context.rollback()
    #expect(context.identities.count == 0)
  }
}
