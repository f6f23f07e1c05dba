// What comes with the import upstream comes with it here.
@_exported public import CustomDump
@_exported public import IssueReporting
@_exported public import Observation

#if canImport(FoundationNetworking)
  // On Apple's platforms `URLSession` comes with Foundation; a feature that was written there
  // imports nothing more.
  @_exported public import FoundationNetworking
#endif
