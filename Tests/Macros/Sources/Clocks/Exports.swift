@_exported import ComposableMacros
