import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Tickets of a document into which a file is imported again.
@Suite struct TicketUpdateTests {
  /// A trip with a leg, a participant and a ticket that joins both.
  private func update() throws -> ObjectUpdate {
    let schema = try TripSchema.released()
    func object(_ entity: String, _ key: ObjectKey, _ trip: ObjectKey?) -> TripObject {
      TripObject(entity: entity, key: key, trip: trip, values: schema.blankValues(of: entity))
    }
    var ticket = object("Ticket", 4, nil)
    ticket.references = ["leg": 2, "participant": 3]
    let tables = schema.tables(
      of: [object("Trip", 1, nil), object("Leg", 2, 1), object("Participant", 3, 1), ticket],
      documentID: 1, nextKey: 5, extensions: [])
    return ObjectUpdate(tables, schema, takesTheirs: false)
  }

  private func tickets(_ update: ObjectUpdate) throws -> [[String: ObjectKey]] {
    let outcome = update.merged(nextKey: 5, schemas: [update.schema.tables], side: .ours)
    #expect(TablesCheck.findings(outcome.tables, limit: 3) == [])
    return update.schema.objects(of: outcome.tables).filter { $0.entity == "Ticket" }
      .map(\.references)
  }

  @Test("A participant whom the file no longer has leaves the ticket")
  func participant() throws {
    var update = try update()
    update.noteRemoved(3, nil)
    update.deleteRemoved()
    #expect(try tickets(update) == [["leg": 2]])
  }

  @Test("A leg that the file no longer has takes its tickets along, a trip all of them")
  func leg() throws {
    var update = try update()
    update.noteRemoved(2, nil)
    update.deleteRemoved()
    #expect(try tickets(update) == [])
    var whole = try self.update()
    whole.noteRemoved(1, nil)
    whole.noteRemoved(2, nil)
    whole.deleteRemoved()
    #expect(try tickets(whole) == [])
  }
}
