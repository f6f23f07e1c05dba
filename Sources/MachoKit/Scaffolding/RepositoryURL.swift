import Foundation

/// The URL that other machines can clone a repository from.
enum RepositoryURL {
  /// Returns the URL of a checkout's remote `origin`. `nil` if it has none.
  ///
  /// The remote of a copy may be another directory: SwiftPM clones packages from its cache. The
  /// remotes of these directories are followed.
  static func origin(of checkout: String) -> String? {
    // A copy inside another repository has the remote of that repository.
    guard FileManager.default.fileExists(atPath: checkout + "/.git") else { return nil }
    var path = checkout
    // Copies of copies end soon. The limit ends a cycle.
    for _ in 0..<5 {
      guard let remote = remote(of: path) else { return nil }
      if let url = shareable(remote) { return url }
      let location = remote.hasPrefix("file://") ? String(remote.dropFirst(7)) : remote
      path =
        URL(
          fileURLWithPath: location, relativeTo: URL(fileURLWithPath: path, isDirectory: true)
        ).path
    }
    return nil
  }

  /// Returns the form of a remote that other machines can use, without a password. `nil` if the
  /// remote is a directory.
  static func shareable(_ remote: String) -> String? {
    guard let separator = remote.firstRange(of: "://") else {
      // 'git@host:path', but not './path:with-colon'.
      guard let colon = remote.firstIndex(of: ":"), !remote[..<colon].contains("/") else {
        return nil
      }
      return remote
    }
    let scheme = remote[..<separator.lowerBound]
    guard ["https", "http", "ssh", "git"].contains(scheme) else { return nil }
    // The user of 'ssh' is part of the address. The user of other schemes may be an access token.
    let rest = remote[separator.upperBound...]
    let host = rest.prefix { $0 != "/" }
    guard let at = host.lastIndex(of: "@") else { return remote }
    let user = scheme == "ssh" ? host[..<at].prefix { $0 != ":" } + "@" : ""
    return "\(scheme)://\(user)\(rest[rest.index(after: at)...])"
  }

  private static func remote(of path: String) -> String? {
    // A variable of a calling git hook would name another repository.
    let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    let git = try? SpawnedProcess.run(
      ["git", "-C", path, "config", "--get", "remote.origin.url"], environment: environment)
    return git?.status == 0 ? git?.lines.first : nil
  }
}
