#include <CMachoInspector.h>

// SwiftPM's `embedInCode` writes array literals, for which the Swift compiler needs seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char actions_js[] = {
#embed "../MachoInspector/Page/actions.js"
};
static const unsigned char branches_js[] = {
#embed "../MachoInspector/Page/branches.js"
};
static const unsigned char calls_js[] = {
#embed "../MachoInspector/Page/calls.js"
};
static const unsigned char client_js[] = {
#embed "../MachoInspector/Page/client.js"
};
static const unsigned char coverage_js[] = {
#embed "../MachoInspector/Page/coverage.js"
};
static const unsigned char diff_js[] = {
#embed "../MachoInspector/Page/diff.js"
};
static const unsigned char dom_js[] = {
#embed "../MachoInspector/Page/dom.js"
};
static const unsigned char effects_js[] = {
#embed "../MachoInspector/Page/effects.js"
};
static const unsigned char keys_js[] = {
#embed "../MachoInspector/Page/keys.js"
};
static const unsigned char line_input_js[] = {
#embed "../MachoInspector/Page/line-input.js"
};
static const unsigned char list_js[] = {
#embed "../MachoInspector/Page/list.js"
};
static const unsigned char live_js[] = {
#embed "../MachoInspector/Page/live.js"
};
static const unsigned char main_js[] = {
#embed "../MachoInspector/Page/main.js"
};
static const unsigned char model_js[] = {
#embed "../MachoInspector/Page/model.js"
};
static const unsigned char numbers_js[] = {
#embed "../MachoInspector/Page/numbers.js"
};
static const unsigned char page_css[] = {
#embed "../MachoInspector/Page/page.css"
};
static const unsigned char patch_js[] = {
#embed "../MachoInspector/Page/patch.js"
};
static const unsigned char pending_js[] = {
#embed "../MachoInspector/Page/pending.js"
};
static const unsigned char search_js[] = {
#embed "../MachoInspector/Page/search.js"
};
static const unsigned char state_js[] = {
#embed "../MachoInspector/Page/state.js"
};
static const unsigned char store_js[] = {
#embed "../MachoInspector/Page/store.js"
};
static const unsigned char summary_js[] = {
#embed "../MachoInspector/Page/summary.js"
};
static const unsigned char timeline_js[] = {
#embed "../MachoInspector/Page/timeline.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const struct CMachoInspectorFile files[] = {
  FILE("actions.js", actions_js),
  FILE("branches.js", branches_js),
  FILE("calls.js", calls_js),
  FILE("client.js", client_js),
  FILE("coverage.js", coverage_js),
  FILE("diff.js", diff_js),
  FILE("dom.js", dom_js),
  FILE("effects.js", effects_js),
  FILE("keys.js", keys_js),
  FILE("line-input.js", line_input_js),
  FILE("list.js", list_js),
  FILE("live.js", live_js),
  FILE("main.js", main_js),
  FILE("model.js", model_js),
  FILE("numbers.js", numbers_js),
  FILE("page.css", page_css),
  FILE("patch.js", patch_js),
  FILE("pending.js", pending_js),
  FILE("search.js", search_js),
  FILE("state.js", state_js),
  FILE("store.js", store_js),
  FILE("summary.js", summary_js),
  FILE("timeline.js", timeline_js),
};

const struct CMachoInspectorFile *cmachoinspector_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
