// Re-exports the modules that `import ComposableArchitecture` re-exports upstream.
@_exported public import CustomDump
@_exported public import IssueReporting
@_exported public import Observation
