#if !canImport(Darwin)
  // Foundation has these on Apple's platforms only. If it gains them elsewhere, the ones here
  // become ambiguous with it and have to go: declarations of properties have no way to yield.

  extension URL {
    /// The user's folder for documents: `XDG_DOCUMENTS_DIR`, or `Documents` in the home folder.
    public static var documentsDirectory: URL { user(.documentDirectory, or: "Documents") }

    /// The user's folder for what programs keep: `$XDG_DATA_HOME`, or `.local/share`.
    public static var applicationSupportDirectory: URL {
      user(.applicationSupportDirectory, or: ".local/share")
    }

    /// The user's folder for what programs can make again: `$XDG_CACHE_HOME`, or `.cache`.
    public static var cachesDirectory: URL { user(.cachesDirectory, or: ".cache") }

    /// The user's folder for what lies on the desktop: `XDG_DESKTOP_DIR`, or `Desktop`.
    public static var desktopDirectory: URL { user(.desktopDirectory, or: "Desktop") }

    /// The user's folder for what is downloaded: `XDG_DOWNLOAD_DIR`, or `Downloads`.
    public static var downloadsDirectory: URL { user(.downloadsDirectory, or: "Downloads") }

    /// The user's folder for moving pictures: `XDG_VIDEOS_DIR`, or `Videos`.
    public static var moviesDirectory: URL { user(.moviesDirectory, or: "Videos") }

    /// The user's folder for music: `XDG_MUSIC_DIR`, or `Music`.
    public static var musicDirectory: URL { user(.musicDirectory, or: "Music") }

    /// The user's folder for pictures: `XDG_PICTURES_DIR`, or `Pictures`.
    public static var picturesDirectory: URL { user(.picturesDirectory, or: "Pictures") }

    /// The user's folder for what others may read: `XDG_PUBLICSHARE_DIR`, or `Public`.
    public static var sharedPublicDirectory: URL { user(.sharedPublicDirectory, or: "Public") }

    /// The user's folder for what was thrown away.
    public static var trashDirectory: URL { user(.trashDirectory, or: ".Trash") }

    /// A folder of the XDG base directories or user directories, whether or not it exists yet.
    private static func user(
      _ directory: FileManager.SearchPathDirectory, or path: String
    ) -> URL {
      guard let url = FileManager.default.urls(for: directory, in: .userDomainMask).first else {
        return homeDirectory.appending(path: path, directoryHint: .isDirectory)
      }
      // Some come without the slash at the end that says that they are folders.
      return URL(filePath: url.path(percentEncoded: false), directoryHint: .isDirectory)
    }
  }
#endif
