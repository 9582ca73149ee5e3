// The names that programs use: always the newest released schema's.

/// The newest released trip schema.
public typealias TripSchema = TripSchemaV4
/// A journey of the newest schema; also what every other kind of trip is.
public typealias Trip = TripSchemaV4.Trip
/// A trip for work of the newest schema.
public typealias BusinessTrip = TripSchemaV4.BusinessTrip
/// A trip of one's own of the newest schema.
public typealias PersonalTrip = TripSchemaV4.PersonalTrip
/// Something to see or to do, of the newest schema.
public typealias BucketListItem = TripSchemaV4.BucketListItem
/// A place to stay, of the newest schema.
public typealias LivingAccommodation = TripSchemaV4.LivingAccommodation
