// Re-exports the modules that `import ComposableArchitecture` re-exports upstream.
@_exported public import CustomDump
@_exported public import IssueReporting
@_exported public import Observation

#if canImport(FoundationNetworking)
  // On Apple's platforms, Foundation contains `URLSession`. Features written there import nothing
  // else.
  @_exported public import FoundationNetworking
#endif
