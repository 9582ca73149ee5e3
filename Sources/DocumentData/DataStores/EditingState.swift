/// Names one context to a store, and says who works in it.
public struct EditingState: Identifiable, Sendable {
  /// The same for the whole life of a context, and for no other.
  public let id: UUID
  /// Who makes the changes.
  public var author: String?

  /// Makes the state of somebody who uses a store without a context.
  public init(id: UUID = UUID(), author: String? = nil) {
    self.id = id
    self.author = author
  }
}
