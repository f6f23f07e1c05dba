#if canImport(FoundationNetworking)
  // On Apple's platforms `URLSession` comes with Foundation; a feature that was written there
  // imports nothing more.
  @_exported import FoundationNetworking
#endif
