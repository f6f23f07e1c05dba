extension Command {
  package static let context: Command = .init(
    "context", usage: ["test|preview|live", #"preview "PRESET""#],
    summary: "choose the dependencies of features",
    details: """
      'test' requires stubs, 'preview' uses the feature's preview values, and 'live' the real
      dependencies. 'test' and 'preview' use a test clock, which only 'advance' moves. A preset of
      the feature replaces some preview values; 'features NAME' lists its presets. Restarts the open
      feature without stubs.

        context preview
        context preview "API failed"
      """,
    argument: .context, helpGroup: .open, traits: [.opensStore, .outlivesStore],
    transcript: .lineUnlessLive(.replacement("context test"))
  ) { context, arguments throws(Diagnostic) in
    let chosen = try ContextChoice(arguments)
    guard chosen.context != .live || context.allowsLive else {
      throw Diagnostic(
        "not-supported", "real dependencies are not allowed in this session", at: arguments.range)
    }
    try context.choose(chosen, at: arguments.range)
  }
}
