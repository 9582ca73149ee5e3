#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The rules of this module; errors of the layers below keep their own identifiers (spec 8).
extension DocumentError.Code {
  // What kind of file it is.
  package static let notADocument = Self("not-a-document")
  package static let mimetypeMissing = Self("mimetype-missing")
  package static let mimetypeMalformed = Self("mimetype-malformed")
  package static let mimetypeMismatch = Self("mimetype-mismatch")
  package static let containerNewer = Self("container-newer")
  package static let containerOlder = Self("container-older")
  package static let featureUnknown = Self("feature-unknown")
  package static let readOnly = Self("document-read-only")

  // Header and manifest.
  package static let headerMissing = Self("header-missing")
  package static let headerMalformed = Self("header-malformed")
  package static let schemaMissing = Self("schema-missing")
  package static let fingerprintMismatch = Self("fingerprint-mismatch")
  package static let schemaNotReleased = Self("schema-not-released")
  package static let manifestMissing = Self("manifest-missing")
  package static let manifestMalformed = Self("manifest-malformed")
  package static let manifestDocument = Self("manifest-document")
  package static let manifestTotals = Self("manifest-totals")
  package static let partUndeclared = Self("part-undeclared")
  package static let partMissing = Self("part-missing")
  package static let partOrder = Self("part-order")
  package static let partName = Self("part-name")
  package static let partSize = Self("part-size")
  package static let partDigest = Self("part-digest")
  package static let partMalformed = Self("part-malformed")

  // Chunks, and references between parts.
  package static let chunkOpening = Self("chunk-opening")
  package static let chunkMalformed = Self("chunk-malformed")
  package static let chunkRows = Self("chunk-rows")
  package static let chunkTextBytes = Self("chunk-text-bytes")
  package static let externalMissing = Self("external-missing")
  package static let externalDigest = Self("external-digest")
  package static let externalUnreferenced = Self("external-unreferenced")
  package static let anchorMissing = Self("anchor-missing")
  package static let nextKey = Self("next-key")
  package static let keyUsedTwice = Self("key-used-twice")

  // The history.
  package static let historyMalformed = Self("history-malformed")
  package static let historyDigest = Self("history-digest")

  // Index parts.
  package static let indexMalformed = Self("index-malformed")
  package static let indexMismatch = Self("index-mismatch")

  // The flat form.
  package static let flatMalformed = Self("flat-malformed")
  package static let flatOrder = Self("flat-order")
  package static let flatTableMissing = Self("flat-table-missing")

  // Patches.
  package static let patchMalformed = Self("patch-malformed")
  package static let patchSchema = Self("patch-schema")
  /// The document is not the one that a patch changes.
  package static let patchBase = Self("patch-base")

  // Limits beside those of zip and markup.
  package static let limitFileBytes = Self("limit-file-bytes")
  package static let limitObjects = Self("limit-objects")
  package static let limitTreePart = Self("limit-tree-part-bytes")
  package static let limitExpanded = Self("limit-expanded-bytes")

  // Files.
  package static let fileNotFound = Self("file-not-found")
  package static let fileCannotBeRead = Self("file-cannot-be-read")
  package static let fileIsDirectory = Self("file-is-directory")
  package static let readingFailed = Self("file-reading-failed")
  package static let outputIsDirectory = Self("output-is-directory")
  package static let outputIsWriteProtected = Self("output-write-protected")
  package static let outputHasHardLinks = Self("output-has-hard-links")
  /// The file system refuses to replace this file, for example because it is a mount point.
  package static let outputCannotBeReplaced = Self("output-cannot-be-replaced")
  package static let outputCannotBeCreated = Self("output-cannot-be-created")
  package static let outputFailed = Self("output-failed")
  package static let savedDurabilityUnknown = Self("saved-durability-unknown")
  package static let fileLocked = Self("file-locked")
  /// Data that does not fit in memory could not be spilled to disk, for example because the disk is
  /// full.
  package static let temporaryFileFailed = Self("temporary-file-failed")
  package static let fileChanged = Self("file-changed")
}

extension DocumentError {
  /// A classification of errors by what a program can do about them; command line tools map each
  /// category to an exit code.
  package enum Category: Hashable, Sendable, CaseIterable {
    /// 65
    case badData
    /// 66
    case cannotRead
    /// 73
    case cannotCreate
    /// 74
    case inputOutput
    /// 75
    case lockedOrChanged
  }

  /// Whether the error is a write to a pipe whose reading end is closed.
  package var isReaderGone: Bool {
    code == .outputFailed && (underlying as? SystemFailure)?.number == EPIPE
  }

  package var category: Category {
    switch code {
    case .fileNotFound, .fileCannotBeRead, .fileIsDirectory: .cannotRead
    case .outputIsDirectory, .outputIsWriteProtected, .outputHasHardLinks, .outputCannotBeCreated,
      .outputCannotBeReplaced:
      .cannotCreate
    case .readingFailed, .outputFailed, .savedDurabilityUnknown, .temporaryFileFailed,
      Code("zip-read-failed"), Code("zip-writer-closed"), Code("zip-compression-failed"):
      .inputOutput
    case .fileLocked, .fileChanged: .lockedOrChanged
    default: .badData
    }
  }
}
