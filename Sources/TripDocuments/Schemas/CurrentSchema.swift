// The type names for programs, which always refer to the newest released schema.

/// The newest released trip schema.
public typealias TripSchema = TripSchemaV5
/// The trip of the newest schema, and the superclass of the other kinds of trips.
public typealias Trip = TripSchemaV5.Trip
/// The business trip of the newest schema.
public typealias BusinessTrip = TripSchemaV5.BusinessTrip
/// The personal trip of the newest schema.
public typealias PersonalTrip = TripSchemaV5.PersonalTrip
/// The bucket list item of the newest schema: something to see or to do.
public typealias BucketListItem = TripSchemaV5.BucketListItem
/// The stay of the newest schema: a place to stay, from a check-in to a check-out.
public typealias Stay = TripSchemaV5.Stay
/// The leg of the newest schema: a journey from one place to another.
public typealias Leg = TripSchemaV5.Leg
/// The participant of the newest schema: a person who takes part in a trip.
public typealias Participant = TripSchemaV5.Participant
/// The location of the newest schema: coordinates, a time zone and a code.
public typealias Location = TripSchemaV5.Location

/// What 1.0.0 to 4.0.0 called a stay.
@available(*, deprecated, renamed: "Stay")
public typealias LivingAccommodation = Stay
