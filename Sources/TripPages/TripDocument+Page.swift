import DocumentData
import DocumentTables
import Foundation
import TripDocuments
import TripFormats

/// Trips as a web page.
public struct TripPage: Sendable {
  /// The page in HTML that is also well-formed XML, in UTF-8.
  ///
  /// The page needs no other file and loads nothing; its content security policy permits no request. Texts of the
  /// document cannot become markup, and only web, mail and telephone addresses become links.
  public let html: Data
  /// What the page does not contain, as sentences without a full stop.
  public let notes: [String]
}

extension TripDocument {
  /// Returns trips as a page for browsers and paper: timeline, lists, images, and maps with coasts and borders.
  ///
  /// The time is proportional to the trips and to what they own. A page with several trips has an overview with a map
  /// and a search; of some thousand trips it is too large for most browsers.
  ///
  /// ```swift
  /// let trips = try await TripDocument(contentsOf: url)
  /// let page = try await trips.page(includesBookings: false)
  /// ```
  ///
  /// - Parameters:
  ///   - trips: The identifiers of the trips, in the order of the page; nil for all trips, by their dates. Identifiers
  ///     that are not in the saved document are left out.
  ///   - includesBookings: Whether the page has reservation numbers, seats, prices, people and attachments other than
  ///     images.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func page(
    of trips: [PersistentIdentifier]? = nil, includesBookings: Bool = true
  ) async throws -> TripPage {
    return try await BlockingExecutor.shared.run {
      var tables = self.document.tables
      let store = UUIDText.text(tables.documentID)
      let keys = trips?.filter { $0.storeIdentifier == store }.map(\.key)
      if !includesBookings { tables = try DocumentWithoutBookings(tables).tables }
      let reader = ObjectReader(tables)
      var page = ObjectPage(reader.trips(keys), reader)
      var html = Data()
      let notes = page.write(to: { html.append(contentsOf: $0) }, { _, _ in })
      return TripPage(html: html, notes: notes)
    }
  }
}

extension ObjectReader {
  /// Returns trips by their keys, or all of them, those without a date last.
  fileprivate func trips(_ keys: [ObjectKey]?) -> [Object] {
    guard let hierarchy = tables.schema.hierarchyIndex(of: "Trip") else { return [] }
    if let keys { return keys.compactMap { object($0, hierarchy: hierarchy) } }
    let all = tables.tables[hierarchy].segments.flatMap { segment in
      (0..<segment.keys.count).compactMap { object(segment.keys[$0], hierarchy: hierarchy) }
    }
    return all.map { (object: $0, day: firstDay(of: $0)) }.sorted {
      ($0.day ?? .max, $0.object.key) < ($1.day ?? .max, $1.object.key)
    }.map(\.object)
  }

  private func firstDay(of object: Object) -> Int64? {
    let attributes = presentations[object.entity.name]?.attributes ?? []
    return attributes.lazy.compactMap { self.moment(of: $0, in: object)?.wallClock?.day }.first
  }
}
