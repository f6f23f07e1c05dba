/// The baseline of an effect that sends an action back: a task that awaits an actor.
///
/// Everything runs on the default executor, so that only its own threads are involved. From the
/// main actor, each task would wake two threads.
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
