/// The least that an effect's way out and back can be compared with: a task that awaits an actor.
///
/// All of it is on the default executor, so that no thread but its own is ever waited for. From the
/// main actor each task would wake two.
actor Hop {
  private var count = 0

  private func hop() { count += 1 }

  /// Starts and awaits `count` tasks, one after the other.
  @concurrent
  static func tasks(_ count: Int) async {
    let hop = Hop()
    for _ in 0..<count { await Task { await hop.hop() }.value }
  }
}
