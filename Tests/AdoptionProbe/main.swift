// A process that is adopted, as macho's executables are; a test process cannot be, since its tasks
// are there before any test. It prints what the tests compare.

import Composable

let executor = StoreExecutor.adoptProcess()
let repetitions = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1

switch CommandLine.arguments.dropFirst().first {
case "order": Order(executor).run(repetitions)
case "sleep": Sleep(executor).run(repetitions)
case let mode: preconditionFailure("usage: AdoptionProbe order|sleep [N], not \(mode ?? "nothing")")
}
