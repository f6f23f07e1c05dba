-- Runs in Neovim: diagnostics appear, a completion inserts, a code action accepts output, and
-- formatting is idempotent. Writes 'neovim: all passed' at the end.
local function fail(message)
  io.stdout:write('neovim: ' .. message .. '\n')
  vim.cmd('cquit 1')
end

local function wait_for(what, condition)
  if not vim.wait(60000, condition, 20) then fail('no ' .. what) end
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function request(method, parameters)
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 60000)
  for _, answer in pairs(answers or {}) do
    if answer.error then fail(method .. ': ' .. answer.error.message) end
    return answer.result
  end
  fail('no answer to ' .. method)
end

local function client()
  return vim.tbl_values(vim.lsp.buf_get_clients(0))[1]
end

local ok, problem = pcall(function()
  wait_for('client', function() return client() ~= nil and client().initialized end)
  local original = lines()

  -- Diagnostics: break the first expectation.
  local row
  for number, line in ipairs(original) do
    if line == '| +   count: 1,' then row = number break end
  end
  vim.api.nvim_buf_set_lines(0, row - 1, row, false, { '| +   count: 7,' })
  wait_for('diagnostic', function() return #vim.diagnostic.get(0) > 0 end)
  local diagnostic = vim.diagnostic.get(0)[1]
  if diagnostic.code ~= 'mismatch' or diagnostic.source ~= 'macho' then fail(vim.inspect(diagnostic)) end

  -- A code action accepts the actual output.
  local parameters = vim.lsp.util.make_range_params()
  parameters.range = {
    start = { line = diagnostic.lnum, character = 0 }, ['end'] = { line = diagnostic.lnum, character = 1 },
  }
  parameters.context = { diagnostics = {} }
  local accepted = false
  for _, action in ipairs(request('textDocument/codeAction', parameters)) do
    if action.title == 'Accept the actual output' then
      vim.lsp.util.apply_workspace_edit(action.edit, client().offset_encoding)
      accepted = true
    end
  end
  if not accepted then fail('no code action accepts the output') end
  if lines()[row] ~= '| +   count: 1,' then fail('not accepted: ' .. lines()[row]) end
  wait_for('end of the diagnostics', function() return #vim.diagnostic.get(0) == 0 end)

  -- Completion inserts the rest of an action.
  local last = #lines()
  vim.api.nvim_buf_set_lines(0, last, last, false, { 'send incr' })
  vim.api.nvim_win_set_cursor(0, { last + 1, 9 })
  local found = request('textDocument/completion', {
    textDocument = vim.lsp.util.make_text_document_params(), position = { line = last, character = 9 },
  })
  local items = found.items or found
  vim.lsp.util.apply_text_edits({ items[1].textEdit }, 0, client().offset_encoding)
  if lines()[last + 1] ~= 'send incrementButtonTapped' then fail('completed: ' .. lines()[last + 1]) end
  vim.api.nvim_buf_set_lines(0, last, last + 1, false, {})

  -- Formatting a formatted script changes nothing.
  local function format()
    local edits = request('textDocument/formatting', {
      textDocument = vim.lsp.util.make_text_document_params(), options = { tabSize = 2, insertSpaces = true },
    })
    vim.lsp.util.apply_text_edits(edits, 0, client().offset_encoding)
  end
  vim.api.nvim_buf_set_lines(0, 3, 3, false, { '', '', '   expect   count == 0  ' })
  format()
  local formatted = lines()
  if not vim.tbl_contains(formatted, 'expect count == 0') then fail('not formatted') end
  format()
  if not vim.deep_equal(formatted, lines()) then fail('formatting is not idempotent') end

  vim.api.nvim_buf_set_lines(0, 0, -1, false, original)
  vim.cmd('write')
end)
if not ok then fail(tostring(problem)) end
io.stdout:write('\nneovim: all passed\n')
vim.cmd('qall!')
