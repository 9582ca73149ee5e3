// The type names for programs, which always refer to the newest released schema.

/// The newest released trip schema.
public typealias TripSchema = TripSchemaV6
/// The trip of the newest schema, and the superclass of the other kinds of trips.
public typealias Trip = TripSchemaV6.Trip
/// The business trip of the newest schema.
public typealias BusinessTrip = TripSchemaV6.BusinessTrip
/// The personal trip of the newest schema.
public typealias PersonalTrip = TripSchemaV6.PersonalTrip
/// The bucket list item of the newest schema: something to see or to do.
public typealias BucketListItem = TripSchemaV6.BucketListItem
/// The stay of the newest schema: a place to stay, from a check-in to a check-out.
public typealias Stay = TripSchemaV6.Stay
/// The leg of the newest schema: a journey from one place to another.
public typealias Leg = TripSchemaV6.Leg
/// The participant of the newest schema: a person who takes part in a trip.
public typealias Participant = TripSchemaV6.Participant
/// The place of the newest schema: coordinates, a time zone and a code.
public typealias Place = TripSchemaV6.Place
/// The price of the newest schema: an amount in a currency.
public typealias Price = TripSchemaV6.Price
/// The ticket of the newest schema: what entitles one traveller to a leg or to an item.
public typealias Ticket = TripSchemaV6.Ticket

/// What 1.0.0 to 4.0.0 called a stay.
@available(*, deprecated, renamed: "Stay")
public typealias LivingAccommodation = Stay

/// What 5.0.0 called a place.
@available(*, deprecated, renamed: "Place")
public typealias Location = Place
