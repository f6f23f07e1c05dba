-- The language server and the debug adapter of macho. Neovim 0.7 or later.
local driver = vim.g.macho_driver or 'macho'

local function root(file)
  local found = vim.fs and vim.fs.find({ 'Package.swift', '.git' }, { upward = true, path = file })
  return found and found[1] and vim.fn.fnamemodify(found[1], ':h') or vim.fn.getcwd()
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'macho',
  callback = function(event)
    vim.bo[event.buf].commentstring = '# %s'
    vim.bo[event.buf].omnifunc = 'v:lua.vim.lsp.omnifunc'
    local directory = root(vim.api.nvim_buf_get_name(event.buf))
    local configuration = { name = 'macho', cmd = { driver, 'lsp' }, root_dir = directory }
    if vim.lsp.start then
      vim.lsp.start(configuration)
      return
    end
    -- Neovim 0.7: one client for all buffers of a directory.
    for _, client in pairs(vim.lsp.get_active_clients()) do
      if client.name == 'macho' and client.config.root_dir == directory then
        vim.lsp.buf_attach_client(event.buf, client.id)
        return
      end
    end
    vim.lsp.buf_attach_client(event.buf, vim.lsp.start_client(configuration))
  end,
})

-- The editor's command of the 'Debug' lens, and nvim-dap if it is installed.
local has_dap, dap = pcall(require, 'dap')
if has_dap then
  dap.adapters.macho = { type = 'executable', command = driver, args = { 'dap' } }
  dap.configurations.macho = {
    { type = 'macho', request = 'launch', name = 'Debug script', program = '${file}' },
  }
  vim.lsp.commands['macho.debug'] = function(command)
    dap.run({
      type = 'macho', request = 'launch', name = 'Debug script',
      program = vim.uri_to_fname(command.arguments[1]),
    })
  end
end
