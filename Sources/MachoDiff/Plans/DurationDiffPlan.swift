import MachoMetadata

/// The plan of `Duration`: `60s`, as scripts write it. With stored names, it is the struct that
/// custom-dump prints, the two halves of the attoseconds.
final class DurationDiffPlan: StructDiffPlan, @unchecked Sendable {
  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    guard printer.labelStyle == .source else {
      return super.write(value, to: &printer, options: options)
    }
    printer.write(value.value(as: Duration.self).shortText)
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    guard printer.labelStyle == .source else {
      return super.writeDifference(left, right, at: position, to: &printer)
    }
    writeBoth(left, right, at: position, to: &printer)
  }
}
