import ArgumentParser
import Foundation
import MachoScripting

/// The options that divide a suite among several processes.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run one of N parts of the scripts. Default: the part that the environment names.",
      discussion: """
        The part of a script or a case depends only on its name, unless '--timings' is given. The environment of Bazel, of indexed jobs and of common \
        CI services names a part; '--shard 1/1' runs all scripts there.
        """,
      valueName: "i/n"))
  var shard: Shard?

  @Option(
    help: ArgumentHelp(
      "Divide the scripts into N parts and read the part's index from the environment.",
      valueName: "n"))
  var shards: Int?

  @Option(
    help: ArgumentHelp(
      "Balance the parts by the durations in a jsonl report of an earlier run. Repeatable.",
      valueName: "report"))
  var timings: [String] = []

  func validate() throws {
    if shard != nil, shards != nil {
      throw ValidationError("--shard and --shards cannot be combined")
    }
    if shards.map({ $0 < 1 }) ?? false { throw ValidationError("--shards must be at least 1") }
  }

  /// Returns the scripts of this process's shard. `nil` if all scripts belong to it.
  ///
  /// Prints which variables of the environment name the shard. Throws the usage status after a
  /// message if the environment or a report is invalid.
  func selection(_ environment: [String: String]) throws -> ShardSelection? {
    do {
      var shard = shard
      if shard == nil {
        let found = try ShardEnvironment(environment, count: shards)
        shard = found.shard
        if let shard {
          let variables = found.variables.joined(separator: " and ")
          printError("shard \(shard.index) of \(shard.count), from \(variables)")
        } else if let variable = ShardEnvironment.indexWithoutCount(environment) {
          printError("all scripts run, although \(variable) is set: '--shards N' divides them")
        }
      }
      let durations = try ScriptTimings(reports: timings).microseconds
      guard let shard, shard.count > 1 else { return nil }
      return ShardSelection(shard: shard, microseconds: durations)
    } catch {
      printError("\(error)")
      throw ExitStatus.usage
    }
  }
}

/// Selects the scripts of one shard.
struct ShardSelection {
  let shard: Shard
  /// The known durations, by name.
  let microseconds: [String: Int]

  /// The part, as reports name it.
  var reported: ReportShard { ReportShard(index: shard.index, count: shard.count) }

  /// Returns the message for a shard without scripts. A small suite leaves some shards empty.
  func emptinessMessage(ofScripts count: Int) -> String {
    "shard \(shard.index)/\(shard.count) has none of the \(count) scripts"
  }

  /// Returns the scripts and cases of this shard, in their order.
  func scripts(of scripts: [SelectedScript]) -> [SelectedScript] {
    let names = scripts.map { ScriptCase.name(of: $0.specCase, in: Self.name(of: $0.path)) }
    let plan = ShardPlan(names, count: shard.count, microseconds: microseconds)
    return zip(scripts, names).filter { plan.shard(of: $1) == shard.index - 1 }.map(\.0)
  }

  /// Returns a path relative to the working directory, if it is below it.
  ///
  /// Symbolic links are not resolved: their destinations differ between machines.
  static func name(of path: String) -> String {
    var components: [Substring] = []
    for component in path.split(separator: "/") where component != "." {
      if component == "..", let last = components.last, last != ".." {
        components.removeLast()
      } else {
        components.append(component)
      }
    }
    let joined = (path.hasPrefix("/") ? "/" : "") + components.joined(separator: "/")
    let directory = FileManager.default.currentDirectoryPath
    let below = directory == "/" ? "/" : directory + "/"
    return joined.hasPrefix(below) ? String(joined.dropFirst(below.count)) : joined
  }
}
