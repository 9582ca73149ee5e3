// The type names for programs, which always refer to the newest released schema.

/// The newest released trip schema.
public typealias TripSchema = TripSchemaV4
/// The trip of the newest schema, and the superclass of the other kinds of trips.
public typealias Trip = TripSchemaV4.Trip
/// The business trip of the newest schema.
public typealias BusinessTrip = TripSchemaV4.BusinessTrip
/// The personal trip of the newest schema.
public typealias PersonalTrip = TripSchemaV4.PersonalTrip
/// The bucket list item of the newest schema: something to see or to do.
public typealias BucketListItem = TripSchemaV4.BucketListItem
/// The accommodation of the newest schema: a place to stay.
public typealias LivingAccommodation = TripSchemaV4.LivingAccommodation
