#if !canImport(Darwin)
  // Foundation has these properties on Apple's platforms only. If Foundation adds them on other
  // platforms, these become ambiguous and must be removed: a property cannot yield to another
  // declaration.

  extension URL {
    /// The user's folder for documents: `XDG_DOCUMENTS_DIR`, or `Documents` in the home folder.
    public static var documentsDirectory: URL { user(.documentDirectory, or: "Documents") }

    /// The user's folder for the data of programs: `$XDG_DATA_HOME`, or `.local/share`.
    public static var applicationSupportDirectory: URL {
      user(.applicationSupportDirectory, or: ".local/share")
    }

    /// The user's folder for data that programs can create again: `$XDG_CACHE_HOME`, or `.cache`.
    public static var cachesDirectory: URL { user(.cachesDirectory, or: ".cache") }

    /// The user's folder for the files on the desktop: `XDG_DESKTOP_DIR`, or `Desktop`.
    public static var desktopDirectory: URL { user(.desktopDirectory, or: "Desktop") }

    /// The user's folder for downloads: `XDG_DOWNLOAD_DIR`, or `Downloads`.
    public static var downloadsDirectory: URL { user(.downloadsDirectory, or: "Downloads") }

    /// The user's folder for videos: `XDG_VIDEOS_DIR`, or `Videos`.
    public static var moviesDirectory: URL { user(.moviesDirectory, or: "Videos") }

    /// The user's folder for music: `XDG_MUSIC_DIR`, or `Music`.
    public static var musicDirectory: URL { user(.musicDirectory, or: "Music") }

    /// The user's folder for pictures: `XDG_PICTURES_DIR`, or `Pictures`.
    public static var picturesDirectory: URL { user(.picturesDirectory, or: "Pictures") }

    /// The user's folder for files that others may read: `XDG_PUBLICSHARE_DIR`, or `Public`.
    public static var sharedPublicDirectory: URL { user(.sharedPublicDirectory, or: "Public") }

    /// The user's folder for discarded files.
    public static var trashDirectory: URL { user(.trashDirectory, or: ".Trash") }

    /// Returns a folder of the XDG base directories or user directories; it need not exist.
    private static func user(
      _ directory: FileManager.SearchPathDirectory, or path: String
    ) -> URL {
      guard let url = FileManager.default.urls(for: directory, in: .userDomainMask).first else {
        return homeDirectory.appending(path: path, directoryHint: .isDirectory)
      }
      // Some URLs lack the trailing slash that marks a folder.
      return URL(filePath: url.path(percentEncoded: false), directoryHint: .isDirectory)
    }
  }
#endif
