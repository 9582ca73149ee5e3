import ArgumentParser
import DocumentData
import DocumentFile

/// The exit status of the command, with the numbers of `sysexits.h`.
enum ExitStatus: Int32 {
  case done = 0
  /// Two things were compared and differ, as for `diff`, or a merge has conflicts.
  case differs = 1
  /// The object, save or document that was asked for does not exist, or several objects match.
  case notFound = 3
  case usage = 64
  case badData = 65
  case cannotRead = 66
  case internalError = 70
  case cannotCreate = 73
  case inputOutput = 74
  case lockedOrChanged = 75
  /// The reader of the output is gone; shells report this status for a program that SIGPIPE ended.
  case readerGone = 141
}

extension ExitStatus {
  init(_ error: any Error) {
    switch error {
    case let error as DocumentError where error.isReaderGone: self = .readerGone
    case let error as DocumentError: self.init(error.category)
    case let error as SwiftDataError:
      // The other errors are contradictions within this program.
      let isData =
        [.unknownDataStoreSchema, .migrationStageFailure, .backwardMigration] as [SwiftDataError]
      self = isData.contains(error) ? .badData : .internalError
    case let error as StandardOutputFailure: self = error.readerIsGone ? .readerGone : .inputOutput
    default: self = .internalError
    }
  }

  init(_ category: DocumentError.Category) {
    switch category {
    case .badData: self = .badData
    case .cannotRead: self = .cannotRead
    case .cannotCreate: self = .cannotCreate
    case .inputOutput: self = .inputOutput
    case .lockedOrChanged: self = .lockedOrChanged
    }
  }
}
