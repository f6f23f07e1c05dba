#if !canImport(Darwin)
  public import Foundation

  // Directories that Foundation names on Apple's platforms only. Keys of files are in them.

  extension URL {
    /// The user's documents.
    public static var documentsDirectory: URL { directory(.documentDirectory) }
    /// Data that an app can create again.
    public static var cachesDirectory: URL { directory(.cachesDirectory) }
    /// Data that an app needs.
    public static var applicationSupportDirectory: URL { directory(.applicationSupportDirectory) }
    /// The user's library.
    public static var libraryDirectory: URL { directory(.libraryDirectory) }

    private static func directory(_ directory: FileManager.SearchPathDirectory) -> URL {
      FileManager.default.urls(for: directory, in: .userDomainMask).first
        ?? FileManager.default.homeDirectoryForCurrentUser
    }
  }
#endif
