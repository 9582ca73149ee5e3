import DocumentFile
import DocumentTables

extension TripFormat {
  /// Reservations and events of schema.org, as mails of airlines and hotels and pages contain them: JSON-LD 1.1.
  public static let jsonLD = TripFormat(
    FormatDefinition(
      name: "json-ld", title: "JSON-LD of schema.org", suffixes: [".jsonld"],
      mediaType: "application/ld+json",
      losses: ["attachments, such as images"] + FormatDefinition.lossesOfObjects,
      begins: { ReservationFile.beginsJSON($0) },
      model: .objects(
        read: ReservationImport.run,
        write: { (tables, schema) throws(DocumentError) in
          try ReservationWriter.bytes(tables, schema, isArchive: false)
        })))

  /// Archives of KDE Itinerary: reservations in JSON-LD, passes and documents.
  public static let itinerary = TripFormat(
    FormatDefinition(
      name: "itinerary", title: "KDE Itinerary", suffixes: [".itinerary"],
      mediaType: "application/vnd-kde-itinerary",
      isText: false,
      losses: [
        "attachments that no archive of the program had", "nodes without a reservation",
      ] + FormatDefinition.lossesOfObjects,
      begins: { ReservationFile.beginsArchive($0) },
      mayBegin: { ReservationFile.isEmptyArchive($0) },
      model: .objects(
        read: ReservationImport.run,
        write: { (tables, schema) throws(DocumentError) in
          try ReservationWriter.bytes(tables, schema, isArchive: true)
        })))
}
