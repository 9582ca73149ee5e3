import ArgumentParser
import DocumentFile
import DocumentTables
import TripFormats

/// The option for copies and pages that are shared.
struct SharingOption: ParsableArguments {
  enum Part: String, CaseIterable, ExpressibleByArgument {
    case bookings
  }

  @Option(
    help: ArgumentHelp(
      "Leave out what others need not know. bookings: reservation numbers, seats, prices, passes and other attachments, people, and the history.",
      valueName: "part"))
  var without: Part?

  /// Leaves the requested part of a document out.
  ///
  /// - Returns: What was left out, in words; nil if nothing was requested.
  /// - Throws: ``CommandFailure`` if the document has no trips.
  func apply(to document: inout OpenedDocument) throws -> Message? {
    guard without != nil else { return nil }
    guard document.tables.schema.hierarchyIndex(of: "Trip") != nil else {
      throw CommandFailure(
        .badData, "it has no trips, so tripconv does not know what its bookings are",
        at: document.name)
    }
    do {
      let shared = try DocumentWithoutBookings(document.tables)
      document = document.replacing(shared.tables)
      return Message(.note, shared.note, at: document.name)
    } catch DocumentWithoutBookings.Refusal.required(let entity, let property) {
      throw CommandFailure(
        .badData, "\(entity).\(property) cannot be left out, because the schema requires a value",
        at: document.name)
    } catch let refusal as ObjectDeletion.Refusal {
      throw DeletionWords.failure(refusal, document.tables, at: document.name)
    } catch {
      throw CommandFailure(error, file: document.name)
    }
  }
}
