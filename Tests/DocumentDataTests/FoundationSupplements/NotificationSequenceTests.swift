import DocumentData
import Foundation
import Testing

@Model private final class Noted {
  var name: String
  init(_ name: String) { self.name = name }
}

private let posted = Notification.Name("NotificationSequenceTests.posted")

@Suite("Notifications as a sequence")
struct NotificationSequenceTests {
  private let center = NotificationCenter()

  @Test("has what is posted after the iteration has begun, in order")
  func order() async {
    center.post(name: posted, object: nil, userInfo: ["number": 0])
    var iterator = center.notifications(named: posted).makeAsyncIterator()
    for number in 1...3 { center.post(name: posted, object: nil, userInfo: ["number": number]) }
    center.post(name: Notification.Name("other"), object: nil)
    var numbers: [Int?] = []
    for _ in 1...3 { numbers.append(await iterator.next()?.userInfo?["number"] as? Int) }
    #expect(numbers == [1, 2, 3])
  }

  @Test("has the notifications of one object if one is named")
  func ofObject() async {
    final class Poster: Sendable {}
    let (mine, other) = (Poster(), Poster())
    var iterator = center.notifications(named: posted, object: mine).makeAsyncIterator()
    center.post(name: posted, object: other)
    center.post(name: posted, object: mine)
    #expect(await iterator.next()?.object as? Poster === mine)
  }

  @Test("ends with its task, and observes nothing afterwards")
  func cancelled() async {
    let center = center
    let task = Task {
      var count = 0
      for await _ in center.notifications(named: posted) { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
    center.post(name: posted, object: nil)
  }

  @Test("has the saves of a context")
  func saves() async throws {
    let context = ModelContext(
      try ModelContainer(
        for: Noted.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    var iterator = NotificationCenter.default.notifications(named: ModelContext.didSave)
      .makeAsyncIterator()
    let noted = Noted("a")
    context.insert(noted)
    try context.save()
    // Other tests save at the same time.
    while let notification = await iterator.next() {
      guard notification.object as? ModelContext === context else { continue }
      let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
      #expect(notification.userInfo?[key] as? [PersistentIdentifier] == [noted.persistentModelID])
      return
    }
  }
}
