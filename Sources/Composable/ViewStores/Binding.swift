#if !canImport(SwiftUI)
  /// A value that can be read and written at another place. Without SwiftUI, it is two functions.
  @dynamicMemberLookup
  @propertyWrapper
  public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value, Transaction) -> Void
    /// The context of each change. It has no effect without views.
    public var transaction = Transaction()

    /// Creates a binding from functions that read and write the value.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
      self.init(get: get) { value, _ in set(value) }
    }

    /// Creates a binding from functions that read and write the value.
    public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
      self.get = get
      self.set = set
    }

    /// Creates a binding from its projection.
    public init(projectedValue: Self) { self = projectedValue }

    /// The value. Setting it calls the function that writes.
    public var wrappedValue: Value {
      get { get() }
      nonmutating set { set(newValue, transaction) }
    }

    /// The binding itself.
    public var projectedValue: Self { self }

    /// Returns a binding to a property of the value.
    public subscript<Subject>(
      dynamicMember keyPath: WritableKeyPath<Value, Subject>
    ) -> Binding<Subject> {
      Binding<Subject> {
        wrappedValue[keyPath: keyPath]
      } set: { subject, transaction in
        var value = wrappedValue
        value[keyPath: keyPath] = subject
        set(value, transaction)
      }
    }

    /// Returns a binding to a value that cannot be changed.
    public static func constant(_ value: Value) -> Self {
      Self {
        value
      } set: { _ in
      }
    }

    /// Returns a binding that changes its value with an animation.
    public func animation(_ animation: Animation? = .default) -> Self {
      transaction(Transaction(animation: animation))
    }

    /// Returns a binding that changes its value in a context.
    public func transaction(_ transaction: Transaction) -> Self {
      var copy = self
      copy.transaction = transaction
      return copy
    }
  }
#endif
