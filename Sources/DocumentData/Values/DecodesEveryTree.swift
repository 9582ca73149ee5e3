/// A `Codable` type whose `init(from:)` throws for no tree; of a structure, for none of its values.
///
/// Opening a document decodes the values of other types once, to prove that no getter can fail. With
/// many values this takes most of the time of opening, and for such a type it would prove nothing.
/// Nothing checks the promise at run time; a test of the type decodes trees of every shape, or values with
/// every member at its borders.
package protocol DecodesEveryTree: Codable {}
