// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import DocumentData
import Foundation
import Testing

// Declarations that are rare, but that a model class may have.

typealias Car = Vehicle

/// Its superclass goes by another name.
@Model class Taxi: Car {
  var fare = 1
}

@Model private class Hidden {
  var number = 1
  var taxi: Taxi?
  var unwrapped: Int!
  var spelledOut: Optional<Int> = nil
  init() {}
}

@Model fileprivate final class Named {
  var `some name`: Int = 3
  var `init`: Int = 2
  init() {}
}

@Model class Box<Content: Codable> {
  var content: Content
  var list: [Content] = []
  init(content: Content) { self.content = content }
}

enum Workshop {
  /// It has the name of its superclass.
  @Model class Vehicle: DocumentDataTests.Vehicle {
    var repairs = 1
  }
}

@Model class Choosy {
  var number: Int
  var text: String

  init?(number: Int) {
    guard number >= 0 else { return nil }
    self.number = number
    text = "x"
    self.number = number + 1
    text += "y"
  }

  init(throwing number: Int) throws {
    guard number >= 0 else { throw CancellationError() }
    self.number = number
    text = "z"
  }
}

protocol TitledObject {
  var title: String { get set }
}

@Model class Person: TitledObject {
  var title: String
  @Relationship(inverse: \Person.children) var parent: Person?
  @Relationship(deleteRule: .cascade) var children: [Person]? = []
  var friend: Person? {
    didSet { oldValue?.title += "!" }
  }

  init(title: String, parent: Person? = nil) {
    self.title = title
    self.parent = parent
  }
}

@Suite struct UnusualModelTests {
  @Test("a superclass may go by another name, or have the same one")
  func superclassNames() {
    let taxi = Taxi(plate: "q")
    taxi.fare += 2
    #expect(taxi.fare == 3)
    #expect(taxi.plate == "q")
    let other = Workshop.Vehicle(plate: "x")
    other.repairs = 4
    #expect(other.repairs == 4)
    #expect(other.wheels == 4)
  }

  @Test("private and generic classes, and names in backticks, hold their values")
  func declarations() {
    let hidden = Hidden()
    hidden.taxi = Taxi(plate: "q")
    hidden.unwrapped = 4
    #expect(hidden.taxi?.plate == "q")
    #expect(hidden.unwrapped == 4)
    #expect(hidden.spelledOut == nil)
    let named = Named()
    named.`some name` += 1
    named.`init` = 9
    #expect(named.`some name` == 4)
    #expect(named.`init` == 9)
    #expect(Named.schemaMetadata.map(\.name) == ["some name", "init"])
    let box = Box(content: [1])
    box.content.append(2)
    #expect(box.content == [1, 2])
  }

  @Test("initialisers may fail, throw, and set a property twice")
  func initializers() throws {
    let object = try #require(Choosy(number: 1))
    #expect(object.number == 2)
    #expect(object.text == "xy")
    #expect(Choosy(number: -1) == nil)
    #expect(throws: CancellationError.self) { try Choosy(throwing: -1) }
  }

  @Test("a relationship may lead to its own class and have observers")
  func ownClass() {
    let parent = Person(title: "p")
    let child = Person(title: "c", parent: parent)
    child.friend = parent
    child.friend = child
    #expect(parent.title == "p!")
    #expect(child.parent === parent)
  }
}
