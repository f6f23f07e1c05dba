import MachoReporting
import MachoScripting
import MachoSessions
import MachoValues

/// Runs one libFuzzer input. Its first byte selects the target that reads the rest.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  // SAFETY: libFuzzer's bytes are valid during this call only, so they are copied.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let target = targets[Int(bytes[0]) % targets.count]
  target(Array(bytes.dropFirst()))
  return 0
}

private let targets: [@Sendable ([UInt8]) -> Void] = [
  Scripts.read, Scripts.run, Scripts.migrate, Lines.run, Lines.complete, Values.read, Values.match,
  Values.compare,
]

/// Prints a message and ends the process if the condition is false. libFuzzer reports the crash.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
