import Foundation
import MachoSystem

/// The extra descriptor that the server passes to its child processes.
enum ChildSocket {
  /// A descriptor that closes when the server exits.
  static let lifeline: Int32 = 3

  /// Terminates the process when the server exits for any reason.
  static func exitWithParent() {
    let thread = PosixThread {
      var byte: UInt8 = 0
      while read(lifeline, &byte, 1) < 0, errno == EINTR {}
      endProcess(0)
    }
    guard thread.hasStarted else {
      printError("macho: cannot start a thread that watches the server: exiting")
      _exit(1)
    }
  }

  /// Closes descriptors inherited by accident: the server may have spawned this process between
  /// creating a descriptor and marking it close-on-exec.
  static func closeInheritedDescriptors() {
    for descriptor in lifeline + 1..<1_024 { close(descriptor) }
  }
}
