import MachoMetadata

/// A type of the standard library whose dump with source names is not its description, which may not
/// be readable.
protocol SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions)
}

extension Unicode.Scalar: SourceDumped {
  /// The string with this scalar.
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    DumpString.write(String(self), to: &printer, options: options)
  }
}

extension Range: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    MirrorPrinter.write(lowerBound, to: &printer, options: options)
    printer.write(plain: "..<")
    MirrorPrinter.write(upperBound, to: &printer, options: options)
  }
}

extension ClosedRange: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    MirrorPrinter.write(lowerBound, to: &printer, options: options)
    printer.write(plain: "...")
    MirrorPrinter.write(upperBound, to: &printer, options: options)
  }
}

extension PartialRangeFrom: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    MirrorPrinter.write(lowerBound, to: &printer, options: options)
    printer.write(plain: "...")
  }
}

extension PartialRangeThrough: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    printer.write(plain: "...")
    MirrorPrinter.write(upperBound, to: &printer, options: options)
  }
}

extension PartialRangeUpTo: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    printer.write(plain: "..<")
    MirrorPrinter.write(upperBound, to: &printer, options: options)
  }
}

extension Duration: SourceDumped {
  func writeSource(to printer: inout Printer, options: DumpOptions) {
    printer.write(plain: shortText)
  }
}
