-- Sends the requests of a file for wrk, over and over: method, path and body with tabs between.
local requests, at = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, body = line:match('^(%u+)\t([^\t]*)\t(.*)$')
    local headers = {}
    if method == 'POST' then
      local isJson = body:sub(1, 1) == '{'
      headers['Content-Type'] = isJson and 'application/json' or 'application/x-www-form-urlencoded'
      headers['Authorization'] = isJson and 'Bearer ' .. args[2] or nil
    end
    -- An empty body would add a Content-Length, which the server must read.
    requests[#requests + 1] = wrk.format(method, path, headers, body ~= '' and body or nil)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
