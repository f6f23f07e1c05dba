/// The stamps of all files that affect a run of scripts, at one moment.
struct WatchSnapshot: Hashable, Sendable {
  /// The scripts that exist.
  var scripts: [String: FileStamp] = [:]
  /// The files that scripts read, including missing ones.
  var reads: [String: FileStamp] = [:]
  /// The driver's executable.
  var executable = FileStamp.absent
  /// The driver's inputs.
  var sources: [String: FileStamp] = [:]
}

/// Decides what to do when files change. A pure function of the snapshots.
struct WatchPlan {
  enum Operation: Hashable {
    case nothing
    /// Scripts, or files that they read, have changed.
    case rerun([String])
    /// The driver has changed.
    case restart
    /// The driver's inputs have changed.
    case rebuild(changed: [String])
  }

  /// The state that has been acted on.
  private var handled: WatchSnapshot
  /// The latest snapshot.
  private var last: WatchSnapshot

  /// Creates a plan for changes after a snapshot.
  init(_ snapshot: WatchSnapshot) {
    handled = snapshot
    last = snapshot
  }

  /// The driver's stamp when it was last handled.
  var executable: FileStamp { handled.executable }

  /// Takes a snapshot and returns what to do. A file that has just changed is left alone until the
  /// next snapshot is equal, because it may still be being written.
  ///
  /// - Parameter readers: The scripts that read each file.
  mutating func nextOperation(_ now: WatchSnapshot, readers: [String: Set<String>]) -> Operation {
    guard now == last else {
      // A file that a script has read for the first time counts as handled in its first state.
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
    let existing = scripts.filter { now.scripts[$0] != nil }
    return existing.isEmpty ? .nothing : .rerun(existing.sorted())
  }

  /// Returns the paths that are new, missing or different.
  private static func changed(_ old: [String: FileStamp], _ new: [String: FileStamp]) -> [String] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}
