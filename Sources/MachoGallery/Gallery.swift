import MachoAdapters

/// The sample features of the `macho` executable.
public enum Gallery {
  /// All sample features, in the order of `macho features`.
  public static var features: [Feature] {
    [
      counter, contacts, search, timeline, steps, stopwatch, boot, bootCombine, dataStore,
      storeInterface, ports,
      jugs, cart, quotes,
    ] + repositories
  }
}
