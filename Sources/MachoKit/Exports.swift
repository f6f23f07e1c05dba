// Re-exports what a driver needs to register features: `Feature`, `Stub`, `Computed`, the value
// syntax and the ports. A driver needs a single import.
@_exported import MachoAdapters
@_exported import MachoSessions
@_exported import MachoValues
