// A process with a process-wide executor, as macho's executables are. The test process cannot
// install one, because its tasks exist before any test. This one prints what the tests compare.

import Composable

let executor = StoreExecutor.installProcessWide()
let repetitions = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1

switch CommandLine.arguments.dropFirst().first {
case "order": OrderProbe(executor).run(repetitions)
case "sleep": SleepProbe(executor).run(repetitions)
case "threads": ThreadProbe(executor).run(repetitions)
case "held": HeldWorkProbe(executor).runHeldWork()
case "tracker": HeldWorkProbe(executor).runTracker()
case let mode:
  preconditionFailure(
    "usage: ProcessExecutorProbe order|sleep|threads|held|tracker [N], not \(mode ?? "nothing")")
}
