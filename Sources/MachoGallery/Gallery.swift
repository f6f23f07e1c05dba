import MachoAdapters

/// The sample features of the `macho` executable.
public enum Gallery {
  /// All sample features, in the order of `macho features`.
  public static var features: [Feature] {
    [
      counter, contacts, search, timeline, timelineFunctions, timelineScreen, steps, stopwatch,
      boot, bootCombine, dataStore, storeInterface, ports, portsCompletion, jugs, cart, quotes,
      gitHubList, gitHubListPublishers,
    ] + repositories
  }
}
