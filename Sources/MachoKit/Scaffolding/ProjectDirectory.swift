import Foundation

/// What the directory of `macho init` contains already.
struct ProjectDirectory {
  let path: String
  let hasManifest: Bool
  /// The name of an Xcode project in the directory. `nil` if there is none.
  let xcodeProject: String?
  /// The text of the `.gitignore`. `nil` if there is none.
  let ignoreText: String?
  /// The root of the git repository around the directory, if the directory is not the root.
  let outerRepository: String?

  static var working: Self { Self(FileManager.default.currentDirectoryPath) }

  init(_ path: String) {
    let base = URL(fileURLWithPath: path, isDirectory: true)
    func exists(_ name: String, in directory: URL) -> Bool {
      FileManager.default.fileExists(atPath: directory.appendingPathComponent(name).path)
    }
    self.path = path
    hasManifest = exists("Package.swift", in: base)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    xcodeProject = names.sorted().first { $0.hasSuffix(".xcodeproj") }
    ignoreText = (try? Data(contentsOf: base.appendingPathComponent(".gitignore"))).map {
      String(decoding: $0, as: UTF8.self)
    }
    var root = base
    while !exists(".git", in: root), root.path != "/" { root.deleteLastPathComponent() }
    let isInside = root.path != base.path && exists(".git", in: root)
    outerRepository = isInside ? root.path : nil
  }

  /// The directories of packages at most three levels below, sorted.
  var innerPackages: [String] {
    func find(_ directory: String, depth: Int) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      if depth < 3, names.contains("Package.swift") { return [directory] }
      guard depth > 0 else { return [] }
      return names.sorted().filter { !$0.hasPrefix(".") }
        .flatMap { find(directory + "/" + $0, depth: depth - 1) }
    }
    return find(path, depth: 3).map { String($0.dropFirst(path.count + 1)) }
  }
}
