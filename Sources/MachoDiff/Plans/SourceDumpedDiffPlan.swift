import MachoMetadata

/// The plan of a struct with a text of its own: `60s`, `3...`. With stored names, it is the struct
/// that custom-dump prints.
///
/// SAFETY: as every plan, it is immutable once it is published; see `DiffPlan`.
final class SourceDumpedDiffPlan<Value: SourceDumped>: StructDiffPlan, @unchecked Sendable {
  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    guard printer.labelStyle == .source else {
      return super.write(value, to: &printer, options: options)
    }
    value.value(as: Value.self).writeSource(to: &printer, options: options)
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
