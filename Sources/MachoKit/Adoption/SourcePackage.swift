import Foundation

/// A SwiftPM package, as `swift package describe` prints it. Its dependencies are not loaded.
struct SourcePackage: Decodable {
  struct Target: Decodable {
    let name: String
    /// The name of the module.
    let c99name: String
    /// The directory of the sources, relative to the package.
    let path: String
    let type: String
    /// The files, relative to the target's directory.
    let sources: [String]
    let targetDependencies: [String]?
    let productDependencies: [String]?
    let resources: [Resource]?
  }

  struct Resource: Decodable {
    /// The absolute path.
    let path: String
    /// The key is `process`, `copy` or `embed_in_code`.
    let rule: [String: Rule]

    struct Rule: Decodable {}
  }

  struct Product: Decodable {
    let name: String
    let targets: [String]
  }

  struct Dependency: Decodable {
    let identity: String
    /// `fileSystem`, `sourceControl` or `registry`.
    let type: String
    /// The directory of a local package.
    let path: String?
    let url: String?
    let requirement: Requirement?
  }

  struct Requirement: Decodable {
    struct Bounds: Decodable {
      let lowerBound: String
      let upperBound: String
    }
    let range: [Bounds]?
    let exact: [String]?
    let branch: [String]?
    let revision: [String]?
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let name: String
  /// The absolute path of the package.
  let path: String
  let targets: [Target]
  let products: [Product]
  let dependencies: [Dependency]
  let toolsVersion: String
  let defaultLocalization: String?
  /// What only the manifest says. `nil` if it cannot be read.
  private(set) var manifest: PackageManifest?

  /// Reads a package and the local packages that it depends on, the package itself first.
  static func readAll(at directory: String) throws(Failure) -> [SourcePackage] {
    var packages: [SourcePackage] = []
    var waiting = [directory]
    while let next = waiting.popLast() {
      guard !packages.contains(where: { $0.path == next }) else { continue }
      let package = try read(next)
      packages.append(package)
      waiting += package.dependencies.compactMap(\.path)
    }
    return packages
  }

  private static func read(_ directory: String) throws(Failure) -> SourcePackage {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      let description = try output(of: ["describe", "--type", "json"], directory)
      var package = try decoder.decode(SourcePackage.self, from: description)
      package.manifest = try JSONDecoder().decode(
        PackageManifest.self, from: try output(of: ["dump-package"], directory))
      return package
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        description: "'swift package' prints an unknown form for \(directory): \(error)")
    }
  }

  private static func output(
    of words: [String], _ directory: String
  ) throws(Failure) -> Data {
    let command = ["swift", "package", "--package-path", directory] + words
    let result: (status: Int32, output: [String], errors: [String])
    do throws(SpawnedProcess.Failure) { result = try SpawnedProcess.collect(command) } catch {
      throw Failure(description: "\(error)")
    }
    guard result.status == 0 else {
      throw Failure(
        description: "'\(command.joined(separator: " "))' fails:\n"
          + result.errors.joined(separator: "\n"))
    }
    return Data(result.output.joined(separator: "\n").utf8)
  }
}
