// What `Composable` is built on where the system has it. Elsewhere `Composable` declares the types that
// features name. A module of its own: users of `Composable` import these only if they do so themselves.

#if canImport(Combine)
  @_exported public import Combine
#endif

#if canImport(SwiftUI)
  @_exported public import SwiftUI
#endif

#if canImport(os)
  @_exported public import os
#endif
