import DocumentFile

/// A file that another one contains, such as the calendar in a mail.
struct ContainedFile: Sendable {
  /// The name of the file, or what it is, for people.
  let name: String
  let bytes: [UInt8]
  /// Whether a person can find a line of a finding in the file: not in one that was made of a page.
  var hasLines = true
  /// Whether the report names the file if it is not read.
  var isAttachment = false
  /// The format of the file; nil if its bytes tell it.
  var format: TripFormat?
  /// The name by which a document knows the file; nil for that of the file that contains it.
  var identity: String?
}

/// The files that one file contains, in its order.
struct ContainedFiles: Sendable {
  var files: [ContainedFile] = []
  var report = ImportReport()
  /// What the file is, and what to do if nothing in it is read.
  let words: String
  /// Why a file in it, or a part of one, cannot be read; nil if all can be read.
  var problem: DocumentError?

  /// The table that is the only file.
  var onlyTable: ContainedFile? {
    files.count == 1 && files[0].format == .csv ? files[0] : nil
  }
}
