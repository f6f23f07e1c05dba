import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct `DependencyClient` {
  @Test func `each closure is an endpoint and an initializer parameter`() {
    expand(
      .dependencyClient,
      """
      @DependencyClient
      public struct FactClient: Sendable {
        public var fetch: @Sendable (_ number: Int) async throws -> String
        public var isOnline: @Sendable () -> Bool = { false }
        @DependencyEndpointIgnored public var log: @Sendable (String) -> Void = { _ in }
        public var limit = 3
        public var name: String?
        private var calls: Int = 0
        public var description: String { "" }
      }
      """,
      to: """
        public struct FactClient: Sendable {
          @DependencyEndpoint
          public var fetch: @Sendable (_ number: Int) async throws -> String
          @DependencyEndpoint
          public var isOnline: @Sendable () -> Bool = { false }
          @DependencyEndpointIgnored public var log: @Sendable (String) -> Void = { _ in }
          public var limit = 3
          public var name: String?
          private var calls: Int = 0
          public var description: String { "" }

          public init(
            fetch: @escaping @Sendable (_ number: Int) async throws -> String,
            isOnline: @escaping @Sendable () -> Bool,
            log: @escaping @Sendable (String) -> Void,
            limit: Int = 3,
            name: String? = nil
          ) {
            self.log = log
            self.limit = limit
            self.name = name
            self.fetch = fetch
            self.isOnline = isOnline
          }

          public init(
            log: @escaping @Sendable (String) -> Void,
            limit: Int = 3,
            name: String? = nil
          ) {
            self.log = log
            self.limit = limit
            self.name = name
          }

          public init() {
          }
        }
        """)
  }

  @Test func `without a default for each property there is no empty initializer`() {
    expand(
      .dependencyClient,
      """
      @DependencyClient
      struct Client {
        let name: String
        var fetch: () throws -> Int
      }
      """,
      to: """
        struct Client {
          let name: String
          @DependencyEndpoint
          var fetch: () throws -> Int

          init(
            name: String,
            fetch: @escaping () throws -> Int
          ) {
            self.name = name
            self.fetch = fetch
          }

          init(
            name: String
          ) {
            self.name = name
          }
        }
        """)
  }

  @Test func `an enum is not a client`() {
    expand(
      .dependencyClient,
      """
      @DependencyClient
      enum Client {
      }
      """,
      to: """
        enum Client {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyClient' can only be applied to a struct", line: 1, column: 1,
          fixIts: [FixItSpec(message: "Remove '@DependencyClient'")])
      ],
      fixed: """
        enum Client {
        }
        """)
  }

  @Test func `a constant closure is not an endpoint`() {
    expand(
      .dependencyClient,
      """
      @DependencyClient
      struct Client {
        let fetch: () throws -> Int
      }
      """,
      to: """
        struct Client {
          let fetch: () throws -> Int

          init(
            fetch: @escaping () throws -> Int
          ) {
            self.fetch = fetch
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A 'let' is not an endpoint: it has no unimplemented version, and tests cannot override it
            """,
          line: 3, column: 3, severity: .warning, fixIts: [FixItSpec(message: "Use 'var'")])
      ],
      fixed: """
        @DependencyClient
        struct Client {
          var fetch: () throws -> Int
        }
        """)
  }
}

@Suite struct `DependencyEndpoint` {
  @Test func `an unset endpoint that throws reports and throws`() {
    expand(
      .dependencyEndpoint,
      """
      struct Client {
        @DependencyEndpoint
        public var fetch: @Sendable (_ id: Int, _ force: Bool) async throws -> String
      }
      """,
      to: """
        struct Client {
          public var fetch: @Sendable (_ id: Int, _ force: Bool) async throws -> String {
            @storageRestrictions(initializes: _fetch)
            init(initialValue) {
              _fetch = initialValue
            }
            get {
              _fetch
            }
            set {
              _fetch = newValue
            }
          }

          public func fetch(id p0: Int, force p1: Bool) async throws -> String {
            try await self.fetch(p0, p1)
          }

          private var _fetch: @Sendable (_ id: Int, _ force: Bool) async throws -> String = { _, _ in
            _$reportUnimplemented("\\(Self.self).fetch")
            throw _$Unimplemented("fetch")
          }
        }
        """)
  }

  @Test func `an unset endpoint that cannot throw reports and returns its default`() {
    expand(
      .dependencyEndpoint,
      """
      struct Client {
        @DependencyEndpoint
        var isPrime: (Int) -> Bool = { _ in false }
      }
      """,
      to: """
        struct Client {
          var isPrime: (Int) -> Bool {
            get {
              _isPrime
            }
            set {
              _isPrime = newValue
            }
          }

          private var _isPrime: (Int) -> Bool = { _ in
            _$reportUnimplemented("\\(Self.self).isPrime")
            return false
          }
        }
        """)
  }

  @Test func `a default expression is called after the report`() {
    expand(
      .dependencyEndpoint,
      """
      struct Client {
        @DependencyEndpoint
        var isPrime: (Int) async -> Bool = neverPrime
      }
      """,
      to: """
        struct Client {
          var isPrime: (Int) async -> Bool {
            get {
              _isPrime
            }
            set {
              _isPrime = newValue
            }
          }

          private var _isPrime: (Int) async -> Bool = { p0 in
            _$reportUnimplemented("\\(Self.self).isPrime")
            return await (neverPrime as (Int) async -> Bool)(p0)
          }
        }
        """)
  }

  @Test func `an unset endpoint that returns nothing reports`() {
    expand(
      .dependencyEndpoint,
      """
      struct Client {
        @DependencyEndpoint
        var log: (String) -> Void
      }
      """,
      to: """
        struct Client {
          var log: (String) -> Void {
            @storageRestrictions(initializes: _log)
            init(initialValue) {
              _log = initialValue
            }
            get {
              _log
            }
            set {
              _log = newValue
            }
          }

          private var _log: (String) -> Void = { _ in
            _$reportUnimplemented("\\(Self.self).log")

          }
        }
        """)
  }

  @Test func `the method can be renamed and keeps the closure's global actor`() {
    expand(
      .dependencyEndpoint,
      """
      struct Client {
        @DependencyEndpoint(method: "lookUp")
        var find: @MainActor @Sendable (inout Int, _ done: @escaping () -> Void) -> Void
      }
      """,
      to: """
        struct Client {
          var find: @MainActor @Sendable (inout Int, _ done: @escaping () -> Void) -> Void {
            @storageRestrictions(initializes: _find)
            init(initialValue) {
              _find = initialValue
            }
            get {
              _find
            }
            set {
              _find = newValue
            }
          }

          @MainActor
          func lookUp(_ p0: inout Int, done p1: @escaping () -> Void) {
            self.find(&p0, p1)
          }

          private var _find: @MainActor @Sendable (inout Int, _ done: @escaping () -> Void) -> Void = { _, _ in
            _$reportUnimplemented("\\(Self.self).find")

          }
        }
        """)
  }

  @Test func `an endpoint that cannot throw requires a default value`() {
    expand(
      .dependencyEndpoint,
      """
      struct Client {
        @DependencyEndpoint
        var isPrime: (Int) -> Bool
      }
      """,
      to: """
        struct Client {
          var isPrime: (Int) -> Bool
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A default value is required for 'isPrime', which returns a value and cannot throw: \
            the endpoint returns it after it has reported that it is unimplemented
            """,
          line: 3, column: 7, fixIts: [FixItSpec(message: "Insert '= { _ in <#Bool#> }'")])
      ],
      fixed: """
        struct Client {
          @DependencyEndpoint
          var isPrime: (Int) -> Bool = { _ in <#Bool#> }
        }
        """)
  }

  @Test func `a constant cannot be overridden`() {
    expand(
      .dependencyEndpoint,
      """
      struct Client {
        @DependencyEndpoint
        let fetch: () throws -> Int
      }
      """,
      to: """
        struct Client {
          let fetch: () throws -> Int
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEndpoint' cannot be applied to a 'let': tests override it",
          line: 2, column: 3, fixIts: [FixItSpec(message: "Use 'var'")])
      ],
      fixed: """
        struct Client {
          @DependencyEndpoint
          var fetch: () throws -> Int
        }
        """)
  }

  @Test func `an endpoint is a closure`() {
    expand(
      .dependencyEndpoint,
      """
      struct Client {
        @DependencyEndpoint
        var limit: Int
      }
      """,
      to: """
        struct Client {
          var limit: Int
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@DependencyEndpoint' requires a stored property with an explicit closure type",
          line: 2, column: 3, fixIts: [FixItSpec(message: "Remove '@DependencyEndpoint'")])
      ],
      fixed: """
        struct Client {
          var limit: Int
        }
        """)
  }
}
