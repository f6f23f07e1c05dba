#pragma once
// Typed wrappers of libedit, whose setters are variadic C functions that Swift cannot call.
// They use the wide-character interface, so text is independent of the locale.
#include <histedit.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

typedef wchar_t *_Nullable (*macho_prompt_function)(EditLine *_Nonnull);
typedef unsigned char (*macho_key_function)(EditLine *_Nonnull, wint_t);
typedef int (*macho_read_function)(EditLine *_Nonnull, wchar_t *_Nonnull);

static inline int macho_set_prompt(EditLine *_Nonnull e, macho_prompt_function _Nonnull f) {
  return el_wset(e, EL_PROMPT, f);
}
/// Sets the key bindings: "emacs" or "vi".
static inline int macho_set_editor(EditLine *_Nonnull e, const wchar_t *_Nonnull name) {
  return el_wset(e, EL_EDITOR, name);
}
static inline int macho_set_signals(EditLine *_Nonnull e, int handled) {
  return el_wset(e, EL_SIGNAL, handled);
}
static inline int macho_bind(
    EditLine *_Nonnull e, const wchar_t *_Nonnull key, const wchar_t *_Nonnull command) {
  return el_wset(e, EL_BIND, key, command, NULL);
}
/// Binds a key in vi's command mode.
static inline int macho_bind_alternate(
    EditLine *_Nonnull e, const wchar_t *_Nonnull key, const wchar_t *_Nonnull command) {
  return el_wset(e, EL_BIND, L"-a", key, command, NULL);
}
/// The commands that macho adds to libedit's own.
struct macho_key_functions {
  macho_key_function _Nonnull complete;
  macho_key_function _Nonnull interrupt;
  macho_key_function _Nonnull accept;
  macho_key_function _Nonnull up;
  macho_key_function _Nonnull down;
  macho_key_function _Nonnull right;
  macho_key_function _Nonnull line_begin;
  macho_key_function _Nonnull line_end;
  macho_key_function _Nonnull paste;
  macho_key_function _Nonnull stop;
  macho_key_function _Nonnull quit;
};
/// Registers the commands. libedit stores the names by reference, so they are constants.
static inline int macho_add_functions(
    EditLine *_Nonnull e, struct macho_key_functions f) {
  return el_wset(e, EL_ADDFN, L"macho-complete", L"Complete the text at the cursor", f.complete) |
         el_wset(e, EL_ADDFN, L"macho-interrupt", L"Discard the line", f.interrupt) |
         el_wset(e, EL_ADDFN, L"macho-accept", L"End the entry, or start its next line", f.accept) |
         el_wset(e, EL_ADDFN, L"macho-up", L"Move to the line above or an older entry", f.up) |
         el_wset(e, EL_ADDFN, L"macho-down", L"Move to the line below or a newer entry", f.down) |
         el_wset(e, EL_ADDFN, L"macho-right", L"Move right or accept the suggestion", f.right) |
         el_wset(e, EL_ADDFN, L"macho-line-begin", L"Move to the start of the line",
                 f.line_begin) |
         el_wset(e, EL_ADDFN, L"macho-line-end", L"Move to the end of the line", f.line_end) |
         el_wset(e, EL_ADDFN, L"macho-stop", L"Stop the program", f.stop) |
         el_wset(e, EL_ADDFN, L"macho-quit", L"End the program", f.quit) |
         el_wset(e, EL_ADDFN, L"macho-paste", L"Insert the next pasted lines", f.paste);
}
/// Whether the key bindings are vi's.
static inline int macho_is_vi(EditLine *_Nonnull e) {
  const wchar_t *name = NULL;
  return el_wget(e, EL_EDITOR, &name) == 0 && name != NULL && name[0] == L'v';
}
/// Pushes keys to be read before those that are typed.
static inline void macho_push(EditLine *_Nonnull e, const wchar_t *_Nonnull keys) {
  el_wpush(e, keys);
}
static inline int macho_set_reader(EditLine *_Nonnull e, macho_read_function _Nonnull f) {
  return el_wset(e, EL_GETCFN, f);
}
static inline int macho_set_history(EditLine *_Nonnull e, HistoryW *_Nonnull h) {
  return el_wset(e, EL_HIST, history_w, h);
}
static inline int macho_set_owner(EditLine *_Nonnull e, void *_Nonnull owner) {
  return el_wset(e, EL_CLIENTDATA, owner);
}
static inline void *_Nullable macho_owner(EditLine *_Nonnull e) {
  void *owner = NULL;
  el_wget(e, EL_CLIENTDATA, &owner);
  return owner;
}
/// Enters (1) or leaves (0) the terminal's editing modes.
static inline int macho_prepare_terminal(EditLine *_Nonnull e, int editing) {
  return el_wset(e, EL_PREP_TERM, editing);
}
/// Returns the width of the terminal in columns, as libedit knows it.
static inline int macho_columns(EditLine *_Nonnull e) {
  int columns = 0;
  return el_get(e, EL_GETTC, "co", &columns, NULL) == 0 ? columns : 0;
}
/// Returns the height of the terminal in rows, as libedit knows it.
static inline int macho_rows(EditLine *_Nonnull e) {
  int rows = 0;
  return el_get(e, EL_GETTC, "li", &rows, NULL) == 0 ? rows : 0;
}
static inline int macho_set_terminal(EditLine *_Nonnull e, const char *_Nonnull name) {
  return el_set(e, EL_TERMINAL, name);
}
/// Redraws the prompt and the line, starting at the cursor.
static inline int macho_refresh(EditLine *_Nonnull e) { return el_wset(e, EL_REFRESH); }
/// Moves the cursor by a number of characters, at most to an end of the line.
static inline void macho_move_cursor(EditLine *_Nonnull e, int count) {
#if defined(__APPLE__)
  // Apple's libedit has no `el_cursor`. `el_wline` returns the editor's own line, not a copy.
  LineInfoW *line = (LineInfoW *)el_wline(e);
  ptrdiff_t before = line->buffer - line->cursor;
  ptrdiff_t after = line->lastchar - line->cursor;
  line->cursor += count < before ? before : count > after ? after : count;
#else
  el_cursor(e, count);
#endif
}

// Declared here because the headers hide it from programs that do not request X/Open.
int wcwidth(wchar_t c);
/// Returns the width of a character in columns; negative if it is not printable.
static inline int macho_width(wchar_t c) { return wcwidth(c); }

static inline int macho_history_bound(HistoryW *_Nonnull h, int entries) {
  HistEventW event;
  return history_w(h, &event, H_SETSIZE, entries);
}
static inline int macho_history_unique(HistoryW *_Nonnull h, int unique) {
  HistEventW event;
  return history_w(h, &event, H_SETUNIQUE, unique);
}
static inline int macho_history_enter(HistoryW *_Nonnull h, const wchar_t *_Nonnull entry) {
  HistEventW event;
  return history_w(h, &event, H_ENTER, entry);
}
static inline int macho_history_clear(HistoryW *_Nonnull h) {
  HistEventW event;
  return history_w(h, &event, H_CLEAR);
}
