import Foundation

/// A trip of the newest schema as a program without this library would have it.
///
/// Days and times with zones are texts, because no type of Foundation holds either.
struct CodableTrip: Codable {
  struct Location: Codable {
    var code: String?
    var latitude: Double?
    var longitude: Double?
    var timeZone: String?
  }

  struct Price: Codable {
    var amount: Decimal?
    var currency: String?
  }

  /// A ticket names its traveller, because no key leads to one.
  struct Ticket: Codable {
    var seat: String?
    var section: String?
    var travelClass: String?
    var participant: String?
  }

  struct Item: Codable {
    var title: String
    var details: String
    var address: String
    var location: Location?
    var startDate: String?
    var startTime: String?
    var endDate: String?
    var endTime: String?
    var hasReservation: Bool
    var isInPlan: Bool
    var status: String
    var reservationNumber: String?
    var price: Price?
    var telephone: String?
    var links: [URL]
  }

  struct Stay: Codable {
    var name: String
    var address: String
    var location: Location?
    var checkinDate: String?
    var checkinTime: String?
    var checkoutDate: String?
    var checkoutTime: String?
    var isConfirmed: Bool
    var isCancelled: Bool
    var reservationNumber: String?
    var price: Price?
    var telephone: String?
    var notes: String
    var links: [URL]
  }

  struct Leg: Codable {
    var mode: String
    var from: String
    var fromLocation: Location?
    var to: String
    var toLocation: Location?
    var departureDate: String?
    var departureTime: String?
    var departureTerminal: String?
    var departureGate: String?
    var arrivalDate: String?
    var arrivalTime: String?
    var arrivalTerminal: String?
    var arrivalGate: String?
    var vehicle: String?
    var provider: String?
    var number: String?
    var reservationNumber: String?
    var isConfirmed: Bool
    var isCancelled: Bool
    var price: Price?
    var notes: String
    var links: [URL]
    var tickets: [Ticket]
  }

  struct Participant: Codable {
    var name: String
    var email: String?
  }

  var kind: String
  var name: String
  var destination: String
  var location: Location?
  var startDate: String?
  var endDate: String?
  var isCancelled: Bool
  var notes: String
  var color: String?
  var links: [URL]
  var perdiem: Double?
  var reason: String?
  var bucketList: [Item]
  var stays: [Stay]
  var legs: [Leg]
  var participants: [Participant]
}

/// A trip of schema 4.0.0.
struct CodableTripOfFourth: Codable {
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
struct CodableTrips<Trip: Codable>: Codable {
  var trip: [Trip]
}
