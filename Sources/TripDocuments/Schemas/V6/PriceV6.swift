import DocumentData

extension TripSchemaV6 {
  /// What something costs.
  ///
  /// The members belong together, so a merge takes all of one side. Each is nil where it is not known.
  public struct Price: Hashable, PersistentStructure, Sendable, DecodesEveryTree {
    /// The amount in the currency.
    public var amount: Decimal?
    /// The code of the currency (ISO 4217), such as `EUR`.
    public var currency: String?

    /// Makes a price of what is known about it.
    public init(_ amount: Decimal? = nil, _ currency: String? = nil) {
      self.amount = amount
      self.currency = currency
    }
  }
}
