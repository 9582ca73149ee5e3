// The names that programs use: always the newest released schema's.

/// The newest released trip schema.
public typealias TripSchema = TripSchemaV4
public typealias Trip = TripSchemaV4.Trip
public typealias BusinessTrip = TripSchemaV4.BusinessTrip
public typealias PersonalTrip = TripSchemaV4.PersonalTrip
public typealias BucketListItem = TripSchemaV4.BucketListItem
public typealias LivingAccommodation = TripSchemaV4.LivingAccommodation
