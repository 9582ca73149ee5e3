// The texts that the tests of steps compare with.
extension MigrationStepTests {
  static let expectedSteps = """
    an entity added
      reversible: New is new
      back, lossy: New is removed with its objects

    a subentity added
      reversible: Leisure is new
      back, lossy: Leisure is removed; its objects become Trip

    an entity removed
      lossy: Work is removed with its objects
      back, reversible: Work is new

    an entity removed beside a new one like it
      reversible: Job is new
      lossy: Work is removed with its objects
        Job is new and has some of its attributes: give it the original name Work, if it is the \
    same entity
      back, reversible: Work is new
      back, lossy: Job is removed; its objects become Trip

    an entity renamed
      lossless: Work is now Job
      back, lossless: Job is now Work

    a superentity given
      reversible: Thing is new
      lossless: Place moves from no superentity to Thing
      back, lossy: Thing is removed with its objects
      back, lossless: Place moves from Thing to no superentity

    an entity made abstract
      lossless: Trip may have no objects of its own
      back, reversible: Trip may have objects

    an attribute with a default added
      reversible: Trip.z is new, "x"
      back, lossy: Trip.z is removed with its values

    an optional attribute added
      reversible: Trip.z is new
      back, lossy: Trip.z is removed with its values

    an attribute removed
      lossy: Work.reason is removed with its values
      back, reversible: Work.reason is new

    an attribute removed beside a new one like it
      reversible: Work.why is new
      lossy: Work.reason is removed with its values
        why is new: write @Attribute(originalName: "reason") var why, if it is the same value
      back, reversible: Work.reason is new
      back, lossy: Work.why is removed with its values

    a relationship added
      reversible: Item.z is new
      back, lossy: Item.z is removed with its values

    a relationship removed
      lossy: Tag.trips is removed with its values
      lossy: Trip.tags is removed with its values
      back, reversible: Tag.trips is new
      back, reversible: Trip.tags is new

    a property renamed
      lossless: Work.reason is now Work.why
      back, lossless: Work.why is now Work.reason

    an attribute that moves up
      reversible: Work.reason moves up to Trip.reason
      back, lossy: Trip.reason moves down to Work.reason

    an attribute that moves down
      lossless: Trip is no longer indexed by days
      lossy: Trip.days moves down to Work.days
      back, reversible: Work.days moves up to Trip.days
      back, lossless: Trip is indexed by days

    a number widened
      reversible: Trip.days widens from int32 to double
      back, lossy: Trip.days narrows from double to int32

    a list widened
      reversible: Trip.days widens from list of int8 to list of int32 or nil
      back, lossy: Trip.days narrows from list of int32 or nil to list of int8

    a map widened
      reversible: Trip.days widens from map from text to int8 to map from text to int8 or nil
      back, lossy: Trip.days narrows from map from text to int8 or nil to map from text to int8

    an attribute made optional
      reversible: Trip.name may be nil
      back, lossy: Trip.name may no longer be nil; nil becomes ""

    an attribute made required
      lossless: Trip.days may no longer be nil
      back, reversible: Trip.days may be nil

    an attribute made required, with a default
      lossy: Trip.days may no longer be nil; nil becomes 7
      lossless: Trip.days has the default 7
      back, reversible: Trip.days may be nil
      back, lossless: Trip.days has no default any longer

    a default that is computed
      lossless: Trip.days has a default that is computed
      back, lossless: Trip.days has no default any longer

    values in parts of their own
      lossless: the values of Trip.name move to parts of their own
      back, lossless: the values of Trip.name move to the records

    values preserved on deletion
      lossless: Trip.name is preserved on deletion
      back, lossless: Trip.name is no longer preserved on deletion

    an enumeration closed
      lossless: Trip.name has only the cases "a", "b"
      back, reversible: Trip.name may have any value

    other cases
      lossless: Trip.name may also be "c" and may no longer be "a"
      back, lossy: Trip.name may also be "a" and may no longer be "c"

    a transformer
      lossless: Trip.name is transformed by T
      back, lossless: Trip.name is no longer transformed by T

    another transformer
      lossless: Trip.name is transformed by U instead of T
      back, lossless: Trip.name is transformed by T instead of U

    a hash modifier
      lossless: Trip.name has the hash modifier 2
      back, lossless: Trip.name has no longer the hash modifier 2

    recorded options
      lossless: Trip.name has the options ephemeral, spotlight
      back, lossless: Trip.name no longer has the options ephemeral, spotlight

    a wider destination
      reversible: Label is new
      reversible: Item.z is new
      lossless: Tag moves from no superentity to Label
      back, lossy: Label is removed with its objects
      back, lossy: Item.z is removed with its values
      back, lossless: Tag moves from Label to no superentity

    a destination that is wider
      reversible: Item.z leads to Trip instead of Work
      back, lossy: Item.z leads to Work instead of Trip

    an inverse gained
      lossless: Item.z has the inverse Tag.items
      reversible: Tag.items is new
      back, lossless: Item.z no longer has the inverse Tag.items
      back, lossy: Tag.items is removed with its values

    a to-one that becomes to-many
      reversible: Item.trip becomes to-many
      back, lossy: Item.trip becomes to-one; empty becomes nil

    a to-many that becomes to-one
      lossy: Trip.items becomes to-one; empty becomes nil
      back, reversible: Trip.items becomes to-many

    a relationship made required
      lossless: Item.trip may no longer be nil
      back, reversible: Item.trip may be nil

    a delete rule
      lossless: the delete rule of Trip.items is cascade instead of nullify
      back, lossless: the delete rule of Trip.items is nullify instead of cascade

    counts
      lossless: Trip.items holds 1 to 3 objects
      back, lossless: Trip.items holds any number of objects

    a constraint in another's place
      lossless: Trip is unique by days, name
      reversible: Trip is no longer unique by name
      back, lossless: Trip is unique by name
      back, reversible: Trip is no longer unique by days, name

    an index in another's place
      lossless: Trip is indexed by name
      lossless: Trip is no longer indexed by days
      back, lossless: Trip is indexed by days
      back, lossless: Trip is no longer indexed by name

    a property renamed under a constraint
      lossless: Trip.name is now Trip.title
      back, lossless: Trip.title is now Trip.name
    """

  static let expectedOrder = [
    "Area is new",
    "Zoo is new",
    "Work is removed with its objects",
    "Tag.a is new",
    "Tag.b is new",
    "Trip may have no objects of its own",
    "the delete rule of Trip.items is deny instead of nullify",
    "Trip.name may be nil",
    "the values of Trip.name move to parts of their own",
    "Trip.days is removed with its values",
    "Trip is indexed by name",
    "Trip is no longer indexed by days",
  ]
}
