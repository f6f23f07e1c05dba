// What a driver needs to register features with: `Feature`, `Stub`, `Computed`, the value syntax
// and the ports. With them behind one import, a driver is one import and one list.
@_exported import MachoAdapters
@_exported import MachoSessions
@_exported import MachoValues
