;;; macho-words.el --- Words of macho scripts  -*- lexical-binding: t; -*-
;; Generated: macho write-grammars scripts/editors

(defconst macho-verbs '("actions" "advance" "after" "always" "answer" "at" "branch" "compact" "context" "diff" "echo" "effects" "exhaustive" "expect" "explore" "export" "feature" "finish" "goto" "help" "history" "ignore" "let" "mark" "modify" "never" "once" "property" "quit" "receive" "record" "redo" "reload" "replay" "requires" "reset" "run-clock" "save" "schedule" "send" "settle" "skip" "source" "start" "state" "strict" "stub" "timeout" "timing" "undo" "use" "watch" "xfail"))
(defconst macho-keywords '("after" "as" "contains" "finished" "incrementing" "matches" "off" "on" "pending" "seed" "stream" "then" "throws" "uncancellable" "unordered" "with" "within"))
(defconst macho-constants '("false" "nil" "true"))

(provide 'macho-words)
;;; macho-words.el ends here
