// The texts that the tests of refused steps compare with.
extension MigrationStepTests {
  static let expectedRefusals = """
    a new required attribute
      schema-change-needs-decision: Tag.z: it is new and required, and old objects have no value \
    for it: give it a default, make it optional, or set it in the closure of a custom stage
    a new required attribute where one is gone
      schema-change-needs-decision: Tag.startDate: start_date is gone and startDate is new: write \
    @Attribute(originalName: "start_date") var startDate, if it is the same value; else give \
    startDate a default
    a new required attribute where several are gone
      schema-change-needs-decision: Tag.d: a, b and c are gone and d is new: write \
    @Attribute(originalName: "a") var d, if it is the same value; else give d a default
    a new attribute whose default is computed
      schema-change-needs-decision: Tag.id: it is new and its default is computed for each \
    object: set it in the closure of a custom stage, or make it optional
    a new attribute whose default is computed where one is gone
      schema-change-needs-decision: Tag.id: it is new and its default is computed for each \
    object: set it in the closure of a custom stage, or make it optional; key is gone: write \
    @Attribute(originalName: "key") var id, if it is the same value
    a required attribute of a new superentity
      schema-change-needs-decision: Thing.z: it is new and required, and old objects have no \
    value for it: give it a default, make it optional, or set it in the closure of a custom stage
    another type
      schema-change-needs-decision: Trip.days: it was int32 and becomes text: write a custom \
    stage whose closure sets it, if the new values follow from the old ones; else give the new \
    property another name and a default
    a narrower type
      schema-change-needs-decision: Trip.days: it was int32 and becomes int16: write a custom \
    stage whose closure sets it, if the new values follow from the old ones; else give the new \
    property another name and a default
    an attribute that becomes a relationship
      schema-change-needs-decision: Work.reason: it was an attribute and becomes a relationship: \
    write a custom stage whose closure sets it, if its objects follow from the old values; else \
    give the relationship another name
    a relationship that becomes an attribute
      schema-change-needs-decision: Tag.trips: it was a relationship and becomes an attribute: \
    write a custom stage whose closure sets it, if its values follow from the old objects; else \
    give the attribute another name
    another destination
      schema-change-needs-decision: Item.z: it led to Tag and leads to Trip: write a custom stage \
    whose closure sets it, if the new objects follow from the old ones; else give the new \
    relationship another name
    an inverse that held the truth
      schema-change-needs-decision: Trip.items: its inverse was Item.trip and becomes none, which \
    held what it led to: write a custom stage whose closure sets it, if it is the same \
    relationship; else give the new one another name
    a superentity that is left
      schema-change-needs-decision: Work: its superentity was Trip and becomes none: write a \
    custom stage, if its objects are to become Work with what they have; else give the new entity \
    another name
    a superentity of another hierarchy
      schema-change-needs-decision: Item: its superentity was none and becomes Tag: write a \
    custom stage, if its objects are to become Tag with what they have; else give the new entity \
    another name
    an entity beside its original name
      schema-change-ambiguous: Tag: the old schema has both Tag and its original name Work, and \
    the new one has no Work: if Tag stays what it was, take its original name away; if it is what \
    Work was, give it another name
    an original name that still names an entity
      schema-change-ambiguous: Job: its original name Work still names an entity of the new \
    schema: take the original name away, or rename Work too
    two entities of one original name
      schema-change-ambiguous: Q: P has the original name Work too: only one of them can hold its \
    objects
    a property beside its original name
      schema-change-ambiguous: Trip.name: the old schema has both name and its original name \
    days: if name stays what it was, take its original name away; if it is what days was, give it \
    another name
    an original name that still names a property
      schema-change-ambiguous: Work.z: its original name reason still names a property of the new \
    schema: take the original name away, or rename reason too
    two properties of one original name
      schema-change-ambiguous: Work.q: another property has the original name reason too: only \
    one of them can hold its values
    """

  static let expectedDecisions = """
    a new required attribute
      needs a decision: Tag.z is new
    a new required attribute where one is gone
      needs a decision: Tag.startDate is new
      lossy: Tag.start_date is removed with its values
    a new required attribute where several are gone
      needs a decision: Tag.d is new
      lossy: Tag.a is removed with its values
      lossy: Tag.b is removed with its values
      lossy: Tag.c is removed with its values
    a new attribute whose default is computed
      needs a decision: Tag.id is new
    a new attribute whose default is computed where one is gone
      needs a decision: Tag.id is new
      lossy: Tag.key is removed with its values
    a required attribute of a new superentity
      reversible: Thing is new
      lossless: Tag moves from no superentity to Thing
      needs a decision: Thing.z is new
    another type
      reversible: Trip.days is new
      lossy: Trip.days is removed with its values
    a narrower type
      reversible: Trip.days is new
      lossy: Trip.days is removed with its values
    an attribute that becomes a relationship
      reversible: Work.reason is new
      lossy: Work.reason is removed with its values
    a relationship that becomes an attribute
      needs a decision: Tag.trips is new
      lossy: Tag.trips is removed with its values
      lossy: Trip.tags is removed with its values
    another destination
      reversible: Item.z is new
      lossy: Item.z is removed with its values
    an inverse that held the truth
      lossy: Item.trip is removed with its values
      reversible: Trip.items is new
      lossy: Trip.items is removed with its values
    a superentity that is left
      needs a decision: Work moves from Trip to no superentity
    a superentity of another hierarchy
      lossless: Item moves from no superentity to Tag
    an entity beside its original name
      schema-change-ambiguous
    an original name that still names an entity
      schema-change-ambiguous
    two entities of one original name
      schema-change-ambiguous
    a property beside its original name
      schema-change-ambiguous
    an original name that still names a property
      schema-change-ambiguous
    two properties of one original name
      schema-change-ambiguous
    """
}
