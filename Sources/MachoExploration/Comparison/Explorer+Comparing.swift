import MachoSessions
import MachoValues

extension Explorer {
  /// Makes a random run for a comparison, and records its lines and what they cause.
  package func draw(_ number: Int, _ recorder: RunRecorder) throws(Diagnostic) -> RunResult {
    var generator = SplitMix64(seed: settings.seed, index: number)
    let enabled = enabledActions(&generator)
    let beginning = engine.coverage?.drawBeginning(&generator) ?? ChoiceSequence([])
    engine.recorder = recorder
    defer { engine.recorder = nil }
    let result = try engine.run(
      RunChoices(random: generator, after: beginning), limit: settings.depth, enabled: enabled)
    _ = keepBeginning(of: result, number)
    return result
  }

  /// Lets further runs continue the beginning of a run, because of what it leads to on the other side.
  package func keep(_ beginning: ChoiceSequence, run: Int) {
    engine.coverage?.keep(beginning, run: run)
  }

  /// Repeats the choices of a drawn run, or of a simpler one, and records its lines.
  package func redraw(_ choices: ChoiceSequence, _ recorder: RunRecorder) throws(Diagnostic) {
    engine.recorder = recorder
    defer { engine.recorder = nil }
    _ = try engine.run(RunChoices(replaying: choices), limit: .max)
  }
}

extension FeatureOutline {
  /// Describes a feature of this process. Returns the outline with its types.
  package init(_ feature: any DrivenFeature) {
    var types = TypeOutline()
    state = types.insert(feature.stateType)
    actions = feature.sentTypes.map { types.insert($0) }
    received = feature.receivedTypes.map { types.insert($0) }
    aliases = feature.aliases.keys.sorted()
    self.types = types
    endpoints = [:]
    for endpoint in feature.endpoints where !endpoint.isBuiltIn {
      endpoints[endpoint.name] = endpoint.signature
    }
  }

  /// Replaces names.
  package mutating func rename(_ name: (String) -> String) {
    types.rename(name)
    endpoints = Dictionary(
      endpoints.map { (name($0.key), name($0.value)) }, uniquingKeysWith: { first, _ in first })
    aliases = aliases.map(name)
  }

  /// Returns the members that a process leaves out.
  ///
  /// - Parameter name: The name in this process.
  package func omittedMembers(
    _ omissions: [Omission], name: (String) -> String
  ) -> OmittedMembers {
    var omitted = OmittedMembers()
    for omission in omissions {
      omitted.insert(name(omission.name), of: types.type(at: omission.node))
    }
    return omitted
  }
}
