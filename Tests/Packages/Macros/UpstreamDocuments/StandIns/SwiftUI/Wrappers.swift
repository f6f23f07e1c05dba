/// A value that can be read and written at another place.
@MainActor
@propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  public var projectedValue: Self { self }
}

/// A value that a view keeps.
@MainActor
@propertyWrapper public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    Binding(get: { box.value }, set: { box.value = $0 })
  }
}

/// An object that a view keeps, made when it is first used.
@MainActor
@propertyWrapper public struct StateObject<Object: AnyObject> {
  private final class Box {
    lazy var object = make()
    private let make: () -> Object
    init(_ make: @escaping () -> Object) { self.make = make }
  }

  private let box: Box

  public init(wrappedValue: @autoclosure @escaping () -> Object) { box = Box(wrappedValue) }

  public var wrappedValue: Object { box.object }
  public var projectedValue: ObjectBindings<Object> { ObjectBindings(object: box.object) }
}

/// An object that a view gets.
@MainActor
@propertyWrapper public struct ObservedObject<Object: AnyObject> {
  public let wrappedValue: Object

  public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }

  public var projectedValue: ObjectBindings<Object> { ObjectBindings(object: wrappedValue) }
}

/// Bindings to the properties of an object.
@MainActor
@dynamicMemberLookup public struct ObjectBindings<Object: AnyObject> {
  let object: Object

  public subscript<Value>(
    dynamicMember path: ReferenceWritableKeyPath<Object, Value>
  ) -> Binding<Value> {
    Binding(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
  }
}

/// An object that a view around this one, or the app, has given.
@MainActor
@propertyWrapper public struct EnvironmentObject<Object: AnyObject> {
  public init() {}

  public var wrappedValue: Object {
    guard let object = EnvironmentObjects.last[ObjectIdentifier(Object.self)] as? Object else {
      preconditionFailure("No view has given an object of the type \(Object.self).")
    }
    return object
  }

  public var projectedValue: ObjectBindings<Object> { ObjectBindings(object: wrappedValue) }
}

/// The objects of `environmentObject(_:)`. One per type is enough for one app in a process.
@MainActor
enum EnvironmentObjects {
  static var last: [ObjectIdentifier: AnyObject] = [:]
}
