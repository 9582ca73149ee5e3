import DocumentFile

extension TripFormat {
  /// Passes of wallets (`.pkpass`), alone or in a set (`.pkpasses`): boarding passes, tickets for events, cards of hotels.
  ///
  /// A pass is only read: as the reservation that it is, with its bytes beside it, as an archive of KDE Itinerary has them.
  public static let pass = TripFormat(
    FormatDefinition(
      name: "pkpass", title: "Pass of a wallet", suffixes: [".pkpass", ".pkpasses"],
      mediaType: "application/vnd.apple.pkpass", isText: false, losses: [],
      begins: PassBundle.begins, mayBegin: OtherArchive.begins,
      model: .files { (bytes, options) throws(DocumentError) in
        try PassFiles.files(bytes, options)
      }))
}
