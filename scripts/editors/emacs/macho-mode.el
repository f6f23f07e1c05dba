;;; macho-mode.el --- Major mode for scripts of macho  -*- lexical-binding: t; -*-

;; Highlighting, and the configurations of eglot and dape.

(require 'macho-words)

(require 'diff-mode)

(defvar eglot-server-programs)
(defvar dape-configs)

(defgroup macho nil "Scripts of macho." :group 'languages)

(defcustom macho-driver "macho"
  "The driver's executable."
  :type 'string)

(defvar macho-font-lock-keywords
  ;; Later rules override earlier ones.
  `(("^|.*$" 0 font-lock-comment-face t)
    ("^#.*$" 0 font-lock-comment-face t)
    ("^##\\(?:[ \t].*\\)?$" 0 font-lock-doc-face t)
    ("^#!macho.*$" 0 font-lock-preprocessor-face t)
    ("^-- .+ --$" 0 font-lock-doc-face t)
    ("^| -\\(?:[ \t].*\\)?$" 0 'diff-removed t)
    ("^| \\+\\(?:[ \t].*\\)?$" 0 'diff-added t)
    (,(concat "^[ \t]*\\(?:\\[[^]\n]*\\][ \t]*\\)*\\(?:!.*?\\)?\\_<\\(" (regexp-opt macho-verbs) "\\)\\_>")
     1 font-lock-keyword-face)
    ("^[ \t]*\\(\\[[^]\n]*\\]\\|!\\)" 1 font-lock-preprocessor-face)
    ("\\$[[:alnum:]_]*" . font-lock-variable-name-face)
    (,(regexp-opt macho-constants 'symbols) . font-lock-constant-face)
    (,(regexp-opt macho-keywords 'symbols) . font-lock-builtin-face)))

(defvar macho-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?- "_" table)
    (modify-syntax-entry ?_ "_" table)
    table))

(defun macho-syntax-propertize (start end)
  "Make quotes in expected output and comments between START and END no strings."
  (goto-char start)
  (while (re-search-forward "^[|#][^\n]*" end t)
    (let ((line-end (match-end 0)))
      (goto-char (match-beginning 0))
      (while (search-forward "\"" line-end t)
        (put-text-property (1- (point)) (point) 'syntax-table (string-to-syntax ".")))
      (goto-char line-end))))

;;;###autoload
(define-derived-mode macho-mode prog-mode "macho"
  "Major mode for scripts of macho."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+[ \t]*")
  (setq-local syntax-propertize-function #'macho-syntax-propertize)
  (setq-local font-lock-defaults '(macho-font-lock-keywords))
  (setq-local imenu-generic-expression '((nil "^## \\(.+\\)$" 1))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.macho\\'" . macho-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `(macho-mode . ,(lambda (&rest _) (list macho-driver "lsp")))))

(with-eval-after-load 'dape
  (add-to-list 'dape-configs
               `(macho modes (macho-mode)
                       command ,(lambda () macho-driver) command-args ("dap")
                       :type "macho" :request "launch" :program dape-buffer-default)))

(provide 'macho-mode)
;;; macho-mode.el ends here
