/// What of files matters to a run of scripts, at one moment.
struct WatchSnapshot: Hashable, Sendable {
  /// The scripts that are there.
  var scripts: [String: FileStamp] = [:]
  /// The files that scripts read beside them, there or not.
  var reads: [String: FileStamp] = [:]
  /// The driver itself.
  var executable = FileStamp.absent
  /// What the driver is built from.
  var sources: [String: FileStamp] = [:]
}

/// What has to be done when files change: a function of what was seen, and of nothing else.
struct WatchPlan {
  enum Operation: Hashable {
    case nothing
    /// Scripts are others, or what they read is.
    case rerun([String])
    /// The driver is another one.
    case restart
    /// What the driver is built from is another.
    case rebuild(changed: [String])
  }

  /// What has been acted upon.
  private var handled: WatchSnapshot
  /// What was seen last.
  private var last: WatchSnapshot

  /// Makes a plan for what changes from here on.
  init(_ snapshot: WatchSnapshot) {
    handled = snapshot
    last = snapshot
  }

  /// The driver that was there.
  var executable: FileStamp { handled.executable }

  /// Takes in what is seen now, and says what to do. What changed since the last look is left alone
  /// until it rests: who writes a file may not be done with it.
  ///
  /// - Parameter readers: The scripts that read each file.
  mutating func nextOperation(_ now: WatchSnapshot, readers: [String: Set<String>]) -> Operation {
    guard now == last else {
      // Of a file that nobody knew of until a script read it, this is how it was read.
      handled.reads.merge(now.reads.filter { last.reads[$0.key] == nil }) { old, _ in old }
      last = now
      return .nothing
    }
    if now.sources != handled.sources {
      let changed = Self.changed(handled.sources, now.sources)
      handled.sources = now.sources
      return .rebuild(changed: changed)
    }
    if now.executable != handled.executable, now.executable != .absent {
      handled.executable = now.executable
      return .restart
    }
    var scripts = Set(Self.changed(handled.scripts, now.scripts))
    for path in Self.changed(handled.reads, now.reads) {
      scripts.formUnion(readers[path] ?? [])
    }
    handled.scripts = now.scripts
    handled.reads = now.reads
    let there = scripts.filter { now.scripts[$0] != nil }
    return there.isEmpty ? .nothing : .rerun(there.sorted())
  }

  /// What is new, gone or another.
  private static func changed(_ old: [String: FileStamp], _ new: [String: FileStamp]) -> [String] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}
