import MachoValues
extension ValueSyntax { func json(of value: TypedValue) -> JSONValue { .string(print(value)) } }
struct JSONPatch { var json: JSONValue = []; init(from: JSONValue, to: JSONValue) {} }
