#pragma once
// Typed doors to libedit: its setters are variadic in C, which Swift cannot call.
// Everything goes through the wide interface, so text never passes through the locale.
#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

typedef wchar_t *_Nullable (*macho_prompt_function)(EditLine *_Nonnull);
typedef unsigned char (*macho_key_function)(EditLine *_Nonnull, wint_t);
typedef int (*macho_read_function)(EditLine *_Nonnull, wchar_t *_Nonnull);

static inline int macho_set_prompt(EditLine *_Nonnull e, macho_prompt_function _Nonnull f) {
  return el_wset(e, EL_PROMPT, f);
}
/// "emacs" or "vi".
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
/// The same in vi's command mode.
static inline int macho_bind_alternate(
    EditLine *_Nonnull e, const wchar_t *_Nonnull key, const wchar_t *_Nonnull command) {
  return el_wset(e, EL_BIND, L"-a", key, command, NULL);
}
/// What keys can be bound to beside libedit's own commands.
struct macho_key_functions {
  macho_key_function _Nonnull complete;
  macho_key_function _Nonnull interrupt;
  macho_key_function _Nonnull accept;
  macho_key_function _Nonnull up;
  macho_key_function _Nonnull down;
  macho_key_function _Nonnull line_begin;
  macho_key_function _Nonnull line_end;
  macho_key_function _Nonnull paste;
  macho_key_function _Nonnull stop;
  macho_key_function _Nonnull quit;
};
/// Makes commands of functions. libedit keeps the names by reference, so they are constants here.
static inline int macho_add_functions(
    EditLine *_Nonnull e, struct macho_key_functions functions) {
  return el_wset(e, EL_ADDFN, L"macho-complete", L"Complete what is typed", functions.complete) |
         el_wset(e, EL_ADDFN, L"macho-interrupt", L"Drop the line", functions.interrupt) |
         el_wset(e, EL_ADDFN, L"macho-accept", L"End the line, or go on with it", functions.accept) |
         el_wset(e, EL_ADDFN, L"macho-up", L"The line above, or an older entry", functions.up) |
         el_wset(e, EL_ADDFN, L"macho-down", L"The line below, or a newer entry", functions.down) |
         el_wset(e, EL_ADDFN, L"macho-line-begin", L"The line's begin", functions.line_begin) |
         el_wset(e, EL_ADDFN, L"macho-line-end", L"The line's end", functions.line_end) |
         el_wset(e, EL_ADDFN, L"macho-stop", L"Stop the program", functions.stop) |
         el_wset(e, EL_ADDFN, L"macho-quit", L"End the program", functions.quit) |
         el_wset(e, EL_ADDFN, L"macho-paste", L"Take the next pasted lines", functions.paste);
}
/// Whether the keys are vi's.
static inline int macho_is_vi(EditLine *_Nonnull e) {
  const wchar_t *name = NULL;
  return el_wget(e, EL_EDITOR, &name) == 0 && name != NULL && name[0] == L'v';
}
/// Has keys read before those that are typed.
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
/// Takes the terminal in (1) or out of (0) its editing modes.
static inline int macho_prepare_terminal(EditLine *_Nonnull e, int editing) {
  return el_wset(e, EL_PREP_TERM, editing);
}
/// The width of the terminal in columns, as libedit takes it to be.
static inline int macho_columns(EditLine *_Nonnull e) {
  int columns = 0;
  return el_get(e, EL_GETTC, "co", &columns, NULL) == 0 ? columns : 0;
}
/// Its height in rows.
static inline int macho_rows(EditLine *_Nonnull e) {
  int rows = 0;
  return el_get(e, EL_GETTC, "li", &rows, NULL) == 0 ? rows : 0;
}
static inline int macho_set_terminal(EditLine *_Nonnull e, const char *_Nonnull name) {
  return el_set(e, EL_TERMINAL, name);
}
/// Draws prompt and line anew, from where the cursor stands.
static inline int macho_refresh(EditLine *_Nonnull e) { return el_wset(e, EL_REFRESH); }

// The standard hides it from programs that do not ask for X/Open.
int wcwidth(wchar_t c);
/// How many columns a character fills; negative where it is none.
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
