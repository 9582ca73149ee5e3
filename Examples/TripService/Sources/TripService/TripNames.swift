import Hummingbird
import TripDocuments

/// The names of the trips in a document, as JSON.
enum TripNames {
  static func list(in request: Request) async throws -> [String] {
    let document = try await TripDocument(upload: request)
    return try document.withContext { context in
      try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])).map(\.name)
    }
  }
}
