import MachoAdapters

/// The features that the `macho` executable brings along.
public enum Gallery {
  /// All of them, in the order in which `macho features` lists them.
  public static var features: [Feature] {
    [counter, contacts, search, timeline, boot, dataStore, ports] + repositories
  }
}
