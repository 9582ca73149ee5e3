import Foundation

/// A trip as a program without this library would have it.
struct CodableTrip: Codable {
  struct Item: Codable {
    var title: String
    var details: String
    var hasReservation: Bool
    var isInPlan: Bool
  }

  struct Accommodation: Codable {
    var placeName: String
    var address: String
    var isConfirmed: Bool
  }

  var kind: String
  var name: String
  var destination: String
  var startDate: Date
  var endDate: Date
  var perdiem: Double?
  var reason: String?
  var bucketList: [Item]
  var livingAccommodation: Accommodation?
}

/// A file of trips; XML wants an element around them.
struct CodableTrips: Codable {
  var trip: [CodableTrip]
}
