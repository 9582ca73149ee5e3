extension ImportReport {
  /// What a finding is about.
  public enum Code: String, Sendable, CaseIterable {
    /// A time without a zone.
    case floatingTime = "floating-time"
    /// A zone that the database of IANA does not have; its own rules give the offset.
    case customZone = "custom-zone"
    /// A zone without any rules.
    case unknownZone = "unknown-zone"
    /// A local time that the zone skips.
    case skippedTime = "skipped-time"
    /// An end that does not lie behind its start, or is of another type than its start.
    case contradictoryEnd = "contradictory-end"
    /// A value in another form than its type has.
    case valueForm = "value-form"
    /// Bytes that are not UTF-8, read as ISO 8859-1.
    case notUTF8 = "not-utf8"
    /// Control characters, which were removed.
    case controlCharacters = "control-characters"
    /// Several components with one identity.
    case duplicateIdentity = "duplicate-identity"
    /// A component of which the file has a newer version.
    case olderVersion = "older-version"
    /// An answer to an invitation, which changes nothing in a document.
    case calendarAnswer = "calendar-answer"
    /// Reservations of several travellers that say different things about one object.
    case differingReservation = "differing-reservation"
    /// A rule of recurrence, which is not expanded.
    case recurrence
    /// A property whose value cannot be read.
    case unreadProperty = "unread-property"
    /// A day or a time that cannot be read, which stays open.
    case unreadMoment = "unread-moment"
    /// A midnight in a log of flights, read as an unknown time.
    case unknownTime = "unknown-time"
    /// A field that another program changed beside the exact value that a trip document had written.
    case outdatedExtension = "outdated-extension"
    /// A file that is neither UTF-8 nor well-formed UTF-16, read all the same.
    case encoding
    /// Days such as 03/04/2025 in a column that does not tell days from months.
    case dayOrder = "day-order"
    /// A time of which only the day has a place.
    case dayOnly = "day-only"
    /// Rows with one identity.
    case duplicateRow = "duplicate-row"
    /// A cell that cannot be read.
    case unreadCell = "unread-cell"
    /// The entity of rows, which was derived from their columns.
    case rowEntity = "row-entity"
    /// The day of a time, which was derived from that of the start.
    case endDay = "end-day"
    /// A trip that was made for rows.
    case derivedTrip = "derived-trip"
    /// A row without a day and without a trip, in a file of several trips.
    case undatedRow = "undated-row"
    /// A row with a quote that is not closed, or with text behind it.
    case brokenQuote = "broken-quote"
    /// A row with more cells than the file has columns.
    case cellCount = "cell-count"
    /// A row of which no cell says anything.
    case emptyRow = "empty-row"
    /// A calendar with indented lines, or components that lie in no calendar.
    case calendarLayout = "calendar-layout"
    /// A trip that was made for the calendar.
    case calendarTrip = "calendar-trip"
    /// An event that became a trip because of its length.
    case tripByLength = "trip-by-length"
    /// A part that belongs to a trip although its time in UTC lies just outside the trip's days.
    case tripEdge = "trip-edge"
    /// An event that belongs to no trip.
    case noTrip = "no-trip"
    /// An event that belongs to no trip and was left out.
    case leftOut = "left-out"
    /// The ends of a leg, which were derived from the words of its event.
    case legEnds = "leg-ends"
    /// A trip that was made of reservations, because no node states one.
    case groupedTrip = "grouped-trip"
    /// The keys of new rows, which rows of other tables have too.
    case newKey = "new-key"
    /// A table that belongs to no entity.
    case unreadTable = "unread-table"
    /// A column that belongs to no property.
    case unreadColumn = "unread-column"
    /// A line that is no content line.
    case invalidLine = "invalid-line"
    /// A component without an end.
    case unterminatedComponent = "unterminated-component"
    /// A component whose start cannot be read.
    case unreadComponent = "unread-component"
    /// An entry of an archive that cannot be read.
    case unreadEntry = "unread-entry"
    /// Bytes that the character set of a text does not have.
    case replacedLetters = "replaced-letters"
    /// References to other elements of a page, which are not followed.
    case unfollowedReference = "unfollowed-reference"
    /// A part of a mail or a page that is not read.
    case unreadPart = "unread-part"
    /// What a file in a mail states of an object of another file in it.
    case joinedPart = "joined-part"
    /// Times of points that are those at which they were made, and of no visit.
    case pointTime = "point-time"
    /// Times in UTC at places whose zones are not known.
    case universalTime = "universal-time"
    /// A trip that was made for places, routes and tracks.
    case featureTrip = "feature-trip"
    /// An entry of an archive whose name no attachment can have beside the others.
    case unkeptEntry = "unkept-entry"
    /// A file of a pass that is not the one of which its manifest states the digest.
    case fileDigest = "file-digest"
    /// The signature of a pass, which is not checked.
    case signature
    /// A home that the nights of a timeline tell.
    case foundHome = "found-home"
    /// A trip that a timeline does not have from home to home.
    case openTrip = "open-trip"
    /// A visit of a timeline without a name.
    case unnamedPlace = "unnamed-place"
    /// A segment of a timeline of which the phone was not sure.
    case unsureSegment = "unsure-segment"
    /// A segment of a timeline at home, or near to it.
    case outsideTrip = "outside-trip"
    /// A journey of a timeline without a night.
    case dayTrip = "day-trip"
    /// A way of a timeline that is too short for a leg.
    case localWay = "local-way"
    /// A visit of a timeline within another one.
    case nestedVisit = "nested-visit"
    /// A part of a timeline that says nothing about a trip.
    case unusedPart = "unused-part"
    /// A segment of a timeline without a time or a place that can be read.
    case unreadSegment = "unread-segment"
    /// A track of which not every point is read.
    case thinnedTrack = "thinned-track"
    /// A sheet of a spreadsheet without columns of trips.
    case unreadSheet = "unread-sheet"
    /// Rows of a sheet above the names of its columns.
    case rowsAboveHeader = "rows-above-header"
    /// Cells of a sheet that look as one, in each of whose rows their value counts.
    case mergedCell = "merged-cell"
    /// Cells of a sheet beside its named columns.
    case cellOutside = "cell-outside"
    /// A cell of a sheet with an error in place of a value.
    case cellError = "cell-error"
    /// A cell of a sheet whose formula no program has computed.
    case uncomputedFormula = "uncomputed-formula"
    /// A cell of a sheet with a number that is no day or time, although its format says so.
    case unreadNumber = "unread-number"
    /// A row of a sheet that is repeated more often than it is read.
    case repeatedRow = "repeated-row"

    /// What becomes of such content.
    public var outcome: Outcome {
      switch self {
      case .floatingTime, .customZone, .unknownZone, .skippedTime, .contradictoryEnd, .valueForm,
        .notUTF8, .controlCharacters, .duplicateIdentity, .differingReservation, .encoding,
        .dayOrder, .dayOnly, .duplicateRow, .unreadMoment, .calendarLayout, .replacedLetters,
        .fileDigest, .thinnedTrack, .cellError, .uncomputedFormula, .unreadNumber, .repeatedRow:
        .coerced
      case .recurrence, .unreadProperty, .outdatedExtension, .unreadEntry, .unreadCell,
        .unknownTime, .olderVersion, .pointTime, .signature:
        .kept
      case .calendarTrip, .tripByLength, .tripEdge, .noTrip, .leftOut, .legEnds, .groupedTrip,
        .newKey, .rowEntity, .endDay, .derivedTrip, .undatedRow, .joinedPart, .universalTime,
        .featureTrip, .foundHome, .openTrip, .unnamedPlace, .unsureSegment, .outsideTrip, .dayTrip,
        .localWay, .nestedVisit, .unusedPart, .unreadSheet, .rowsAboveHeader, .mergedCell,
        .cellOutside:
        .guessed
      case .unreadSegment, .invalidLine, .unterminatedComponent, .unreadComponent, .unreadTable,
        .unreadColumn,
        .brokenQuote, .cellCount, .emptyRow, .unkeptEntry, .calendarAnswer, .unreadPart,
        .unfollowedReference:
        .rejected
      }
    }

    /// What the code means, without a place.
    public var words: String {
      switch self {
      case .floatingTime: "the time has no zone"
      case .customZone: "the zone is not one of the IANA database"
      case .unknownZone: "the zone is not known"
      case .skippedTime: "the zone skips the time"
      case .contradictoryEnd: "the end contradicts the start"
      case .valueForm: "the value does not have the form of its type"
      case .notUTF8: "the line is not UTF-8 and was read as ISO 8859-1"
      case .controlCharacters: "control characters were removed"
      case .duplicateIdentity: "an earlier component has the same identity"
      case .olderVersion: "the file has a newer version, so this one is only kept"
      case .calendarAnswer: "the calendar is an answer to an invitation and changes nothing"
      case .differingReservation: "other reservations for it say something else; the first is taken"
      case .recurrence: "the recurrence is kept and not expanded"
      case .unreadProperty: "the value cannot be read and is only kept"
      case .unreadMoment: "the day or the time cannot be read and stays open"
      case .unknownTime: "midnight was read as an unknown time"
      case .outdatedExtension: "another program changed the field; its value was taken"
      case .encoding: "the file is not well-formed UTF-8 or UTF-16"
      case .dayOrder: "nothing in the column tells days from months"
      case .dayOnly: "only the day of the time has a place"
      case .duplicateRow: "an earlier row has the same identity"
      case .unreadCell: "the cell cannot be read and is only kept"
      case .rowEntity: "the kind of the rows was derived from their columns"
      case .endDay: "the day of the end was derived from that of the start"
      case .derivedTrip: "a trip was made for rows that belong to no other"
      case .undatedRow: "the row states neither a day nor a trip and belongs to none"
      case .brokenQuote: "the quotes of the row are broken"
      case .cellCount: "the row has more cells than the file has columns"
      case .emptyRow: "no cell of the row says anything about a trip"
      case .calendarLayout: "the file is not laid out as a calendar and was read all the same"
      case .calendarTrip: "a trip was made for events that belong to no other trip"
      case .tripByLength: "an event of several days became a trip"
      case .noTrip: "the event belongs to no trip"
      case .leftOut: "the event belongs to no trip and was left out"
      case .tripEdge:
        "its time in UTC is just outside a trip, to which it was added"
      case .legEnds: "the places of a leg were derived from the event's words"
      case .groupedTrip: "a trip was made of reservations"
      case .newKey: "rows of other tables have the same new keys, so these became higher"
      case .unreadTable: "the table belongs to no entity and is not read"
      case .unreadColumn: "the column belongs to no property and is not read"
      case .invalidLine: "the line is not a content line"
      case .unterminatedComponent: "the component has no end"
      case .unreadComponent: "the component cannot be read"
      case .unreadEntry: "the entry cannot be read and is only kept"
      case .replacedLetters: "bytes that the character set does not have were replaced"
      case .unfollowedReference: "references to other elements are not followed"
      case .unreadPart: "the part is not read and not in the document"
      case .pointTime:
        "the times of the points are those at which they were made, so they are only kept"
      case .universalTime: "the times are in UTC, and no zone is known"
      case .featureTrip: "a trip was made of places, routes and tracks"
      case .joinedPart: "a file of the mail states what an earlier one does, and became one with it"
      case .fileDigest:
        "the pass may have been changed: a file is not the one that its manifest states"
      case .foundHome: "the home was found by its nights"
      case .openTrip: "the timeline does not have the trip from home to home"
      case .unnamedPlace: "the place has no name, so the nearest town or its coordinates name it"
      case .unsureSegment: "the phone was not sure of the place or the means of transport"
      case .outsideTrip: "the segment belongs to no trip and was left out"
      case .dayTrip: "a journey without a night away from home was left out"
      case .localWay: "the way is too short for a leg and was left out"
      case .nestedVisit: "the visit is a part of another one and was left out"
      case .unusedPart: "the part says nothing about a trip and was left out"
      case .unreadSegment: "the time or the place of the segment cannot be read"
      case .unreadSheet: "the sheet has no columns of trips and was left out"
      case .rowsAboveHeader: "the rows above the names of the columns were left out"
      case .mergedCell: "the value of merged cells counts in each of their rows"
      case .cellOutside: "the cells beside the named columns were left out"
      case .cellError: "the cell has an error in place of a value, so it is empty"
      case .uncomputedFormula:
        "the formula of the cell has no result, so it is empty; open and save the file in a spreadsheet program"
      case .unreadNumber: "the number of the cell is no day or time, although its format says so"
      case .repeatedRow: "the row is repeated too often, so some repetitions were left out"
      case .thinnedTrack: "the track has too many points, so some were left out"
      case .signature: "the signature of the pass is not checked"
      case .unkeptEntry: "no attachment of the document can have the name of the entry"
      }
    }
  }
}
