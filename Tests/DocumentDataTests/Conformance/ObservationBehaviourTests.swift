import DocumentData
import Testing

@Suite("What observers of a relationship hear")
struct ObservationBehaviourTests {
  @Test("a new object of a to-many is heard where its members were read, from either side")
  func toMany() throws {
    let context = try Garden.context()
    let house = Garden.House(name: "palms")
    context.insert(house)
    var heard = Heard { _ = house.beds.map(\.number) }
    house.beds.append(Garden.bed(1))
    #expect(heard.count == 1)
    heard = Heard { _ = house.beds.count }
    Garden.bed(2).house = house
    #expect(heard.count == 1)
  }

  @Test("an object before its insertion can be watched")
  func before() throws {
    let house = Garden.House(name: "palms")
    let heard = Heard { _ = house.name }
    house.name = "ferns"
    #expect(heard.count == 1)
  }

  @Test("a change of order alone is heard")
  func order() throws {
    let context = try Garden.context()
    let house = Garden.House(name: "palms")
    house.beds = [Garden.bed(1), Garden.bed(2)]
    context.insert(house)
    try context.save()
    let heard = Heard { _ = house.beds }
    house.beds.reverse()
    #expect(heard.count == 1)
  }

  @Test("properties that were read on the way are heard, others are not")
  func chain() throws {
    let context = try Garden.context()
    let house = Garden.House(name: "palms")
    let sign = Garden.Sign(text: "Palms")
    house.sign = sign
    context.insert(house)
    try context.save()
    let text = Heard { _ = house.sign?.text }
    let name = Heard { _ = house.name }
    sign.text = "Ferns"
    #expect(text.count == 1)
    #expect(name.count == 0)
  }

  @Test("a rollback is heard like any other change")
  func rollback() throws {
    let context = try Garden.context()
    let house = Garden.House(name: "palms")
    context.insert(house)
    try context.save()
    house.sign = Garden.Sign(text: "Palms")
    let heard = Heard { _ = house.sign }
    context.rollback()
    #expect(heard.count == 1)
    #expect(house.sign == nil)
  }

  @Test("many to many: the other end hears of it")
  func manyToMany() throws {
    let context = try Garden.context()
    let bed = Garden.bed(1)
    let keeper = Garden.Keeper(name: "Ada")
    context.insert(bed)
    context.insert(keeper)
    try context.save()
    let heard = Heard { _ = keeper.beds.isEmpty }
    bed.keepers.append(keeper)
    #expect(heard.count == 1)
  }
}
