#if !canImport(SwiftUI)
  /// How a view would animate a change. Without SwiftUI it is an inert value.
  public struct Animation: Hashable, Sendable {
    private let name: String
    private let parameters: [Double]

    private init(_ name: String, _ parameters: Double...) {
      self.name = name
      self.parameters = parameters
    }

    /// The platform's default.
    public static let `default` = Self("default")
    /// Constant speed.
    public static let linear = Self("linear")
    /// Starts slowly.
    public static let easeIn = Self("easeIn")
    /// Ends slowly.
    public static let easeOut = Self("easeOut")
    /// Starts and ends slowly.
    public static let easeInOut = Self("easeInOut")
    /// A spring.
    public static let spring = Self("spring")
    /// A spring that follows a gesture.
    public static let interactiveSpring = Self("interactiveSpring")
    /// A spring that bounces.
    public static let bouncy = Self("bouncy")
    /// A spring without a bounce.
    public static let smooth = Self("smooth")
    /// A spring with a small bounce.
    public static let snappy = Self("snappy")

    /// Constant speed.
    public static func linear(duration: Double) -> Self { Self("linear", duration) }
    /// Starts slowly.
    public static func easeIn(duration: Double) -> Self { Self("easeIn", duration) }
    /// Ends slowly.
    public static func easeOut(duration: Double) -> Self { Self("easeOut", duration) }
    /// Starts and ends slowly.
    public static func easeInOut(duration: Double) -> Self { Self("easeInOut", duration) }

    /// A spring.
    public static func spring(
      response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
    ) -> Self { Self("spring", response, dampingFraction, blendDuration) }

    /// A spring.
    public static func spring(
      duration: Double, bounce: Double = 0, blendDuration: Double = 0
    ) -> Self { Self("spring", duration, bounce, blendDuration) }

    /// A spring that follows a gesture.
    public static func interactiveSpring(
      response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Self { Self("interactiveSpring", response, dampingFraction, blendDuration) }

    /// A spring whose speed adds to that of the previous animation.
    public static func interpolatingSpring(
      mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Self { Self("interpolatingSpring", mass, stiffness, damping, initialVelocity) }

    /// A spring whose speed adds to that of the previous animation.
    public static func interpolatingSpring(
      duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
    ) -> Self { Self("interpolatingSpring", duration, bounce, initialVelocity) }

    /// The same animation, later.
    public func delay(_ delay: Double) -> Self { self }

    /// The same animation at another speed.
    public func speed(_ speed: Double) -> Self { self }

    /// The same animation, several times.
    public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self { self }

    /// The same animation, endlessly.
    public func repeatForever(autoreverses: Bool = true) -> Self { self }
  }

  /// The context of a change of views. Without SwiftUI it is an inert value.
  public struct Transaction: Hashable, Sendable {
    /// The animation of the change.
    public var animation: Animation?
    /// Whether views may not replace the animation.
    public var disablesAnimations = false

    /// Creates a context.
    public init(animation: Animation? = nil) { self.animation = animation }
  }

  /// Runs `body`. Without SwiftUI nothing is animated.
  public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
  ) rethrows -> Result { try body() }

  /// Runs `body`. Without SwiftUI nothing is animated.
  public func withTransaction<Result>(
    _ transaction: Transaction, _ body: () throws -> Result
  ) rethrows -> Result { try body() }
#endif
