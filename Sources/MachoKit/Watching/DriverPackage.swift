import Foundation

/// The SwiftPM package that the running driver was built from.
struct DriverPackage: Hashable {
  /// Where its manifest is.
  let directory: String
  /// Where it is built.
  let scratch: String
  let configuration: String
  let product: String

  /// Finds the package of an executable: SwiftPM puts it at SCRATCH/TRIPLE/CONFIGURATION/PRODUCT,
  /// and the package is around that, or around the working directory, and names the product.
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

  /// What the driver is built from: the manifest and what lies below `Sources`.
  var sources: [String: FileStamp] {
    let manifest = directory + "/Package.swift"
    return FileStamp.readAll(below: directory + "/Sources")
      .merging([manifest: FileStamp.read(manifest)]) { $1 }
  }

  /// Builds the driver, and returns what the compiler says where that fails.
  func build(_ interruption: InterruptSignal?) -> Failure? {
    do throws(SpawnedProcess.Failure) {
      let compiler = try SpawnedProcess(
        "/usr/bin/env",
        [
          "swift", "build", "--package-path", directory, "--scratch-path", scratch,
          "--configuration", configuration, "--product", product,
        ], environment: ProcessInfo.processInfo.environment)
      defer { compiler.closePipes() }
      let lines = compiler.readAll(interruption)
      return compiler.reap() == 0 ? nil : Failure(lines: Self.errorLines(lines))
    } catch {
      return Failure(lines: ["\(error)"])
    }
  }

  struct Failure: Error {
    let lines: [String]
  }

  /// The compiler's errors without its progress, each once: it may tell one for each file of a
  /// module.
  private static func errorLines(_ lines: [String]) -> [String] {
    var seen: Set<[String]> = []
    var blocks: [[String]] = []
    let told = lines.filter { !$0.hasPrefix("[") }
    for line in told {
      if line.contains("error: "), !line.hasPrefix(" ") {
        blocks.append([line])
      } else if !blocks.isEmpty {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks.isEmpty ? told : blocks.filter { seen.insert($0).inserted }.flatMap(\.self)
  }
}

extension SpawnedProcess {
  /// What the child prints until it ends, line by line. An interruption ends it.
  fileprivate func readAll(_ interruption: InterruptSignal?) -> [String] {
    var lines: [String] = []
    var rest: [Int32: [UInt8]] = [output: [], errors: []]
    var open = [output, errors]
    while !open.isEmpty {
      var polled = (open + [interruption?.descriptor ?? -1]).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[open.count].revents != 0 {
        killGroup()
        break
      }
      for entry in polled.dropLast() where entry.revents != 0 {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(entry.fd, &buffer, buffer.count)
        if count > 0 {
          rest[entry.fd, default: []] += buffer[..<count]
          let text = rest[entry.fd, default: []]
          let end = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
          lines += String(decoding: text[..<end], as: UTF8.self).split(separator: "\n").map(
            String.init)
          rest[entry.fd] = Array(text[end...])
        } else if count == 0 || errno != EINTR && errno != EAGAIN {
          open.removeAll { $0 == entry.fd }
        }
      }
    }
    return lines
  }
}
