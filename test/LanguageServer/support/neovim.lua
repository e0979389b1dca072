-- Opens the file SOURCE in Neovim (0.7 and later) with `AGENTC lsp`, and prints what its client knows then.
local source = vim.env.SOURCE

local function say(text)
  io.stdout:write(text .. '\n')
end

local function wait(what, condition)
  if not vim.wait(60000, condition, 20) then
    say('nothing came: ' .. what)
    vim.cmd('cquit')
  end
end

vim.cmd('edit ' .. source)
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({
  name = 'agentc',
  cmd = { vim.env.AGENTC, 'lsp' },
  root_dir = vim.fn.fnamemodify(source, ':h'),
})
vim.lsp.buf_attach_client(buffer, client)

wait('findings', function() return #vim.diagnostic.get(buffer) > 0 end)
for _, found in ipairs(vim.diagnostic.get(buffer)) do
  say(('%d:%d %d %s'):format(found.lnum + 1, found.col + 1, found.severity, found.code or found.user_data.lsp.code))
end

local function ask(method, extra)
  local parameters = vim.tbl_extend('force', {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = { line = 0, character = 27 },
    range = { start = { line = 0, character = 27 }, ['end'] = { line = 0, character = 27 } },
  }, extra or {})
  local answer = vim.lsp.buf_request_sync(buffer, method, parameters, 60000)
  return answer[client].result
end
say('hover: ' .. ask('textDocument/hover').contents.value:gsub('\n.*', ''))
for _, action in ipairs(ask('textDocument/codeAction', { context = { diagnostics = {} } })) do
  say('actions: ' .. action.title)
end

vim.api.nvim_buf_set_lines(buffer, 0, -1, true, { 'export {};' })
wait('that they went', function() return #vim.diagnostic.get(buffer) == 0 end)
say('after an edit: ' .. #vim.diagnostic.get(buffer))
vim.lsp.stop_client(client)
wait('the end', function() return vim.lsp.client_is_stopped(client) end)
vim.cmd('qall!')
