import Foundation

/// The SwiftPM package that the running driver was built from.
struct DriverPackage: Hashable {
  /// The directory of the manifest.
  let directory: String
  /// The scratch path of the build.
  let scratch: String
  let configuration: String
  let product: String

  /// Finds the package of an executable at SCRATCH/TRIPLE/CONFIGURATION/PRODUCT. The package
  /// contains the scratch path or the working directory, and its manifest names the product.
  init?(executable: String, workingDirectory: String) {
    let url = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
    let build = url.deletingLastPathComponent()
    let scratch = build.deletingLastPathComponent().deletingLastPathComponent()
    guard ["debug", "release"].contains(build.lastPathComponent),
      Self.exists(scratch.appendingPathComponent("workspace-state.json"))
    else { return nil }
    let product = url.lastPathComponent
    let starts = [scratch.deletingLastPathComponent(), URL(fileURLWithPath: workingDirectory)]
    let directory = starts.lazy.compactMap(Self.package(around:)).first { directory in
      let manifest = directory.appendingPathComponent("Package.swift")
      return (try? String(contentsOf: manifest, encoding: .utf8))?.contains("\"\(product)\"")
        ?? false
    }
    guard let directory else { return nil }
    self.directory = directory.path
    self.scratch = scratch.path
    self.product = product
    configuration = build.lastPathComponent
  }

  private static func package(around start: URL) -> URL? {
    var directory = start.resolvingSymlinksInPath()
    while !exists(directory.appendingPathComponent("Package.swift")) {
      guard directory.path != "/" else { return nil }
      directory.deleteLastPathComponent()
    }
    return directory
  }

  private static func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }

  /// The stamps of the driver's inputs: the manifest and the files below `Sources`.
  var sources: [String: FileStamp] {
    let manifest = directory + "/Package.swift"
    return FileStamp.readAll(below: directory + "/Sources")
      .merging([manifest: FileStamp.read(manifest)]) { $1 }
  }

  /// Builds the driver. Returns the compiler's output if that fails.
  func build(_ interruption: InterruptSignal?) -> Failure? {
    do throws(SpawnedProcess.Failure) {
      let (status, lines) = try SpawnedProcess.run(
        SpawnedProcess.swift(
          "build", "--package-path", directory, "--configuration", configuration,
          "--product", product, scratch: scratch), interruption)
      return status == 0 ? nil : Failure(lines: Self.errorLines(lines))
    } catch {
      return Failure(lines: ["\(error)"])
    }
  }

  struct Failure: Error {
    let lines: [String]
  }

  /// Returns the compiler's errors without its progress lines. Each is listed once: the compiler
  /// may repeat an error for each file of a module.
  private static func errorLines(_ lines: [String]) -> [String] {
    var seen: Set<[String]> = []
    var blocks: [[String]] = []
    let output = lines.filter { !$0.hasPrefix("[") }
    for line in output {
      if line.contains("error: "), !line.hasPrefix(" ") {
        blocks.append([line])
      } else if !blocks.isEmpty {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks.isEmpty ? output : blocks.filter { seen.insert($0).inserted }.flatMap(\.self)
  }
}
