-- Sends the requests of a file for wrk, over and over: method, path and body with tabs between.
local requests, at = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, body = line:match('^(%u+)\t([^\t]*)\t(.*)$')
    if method == 'POST' then
      requests[#requests + 1] = wrk.format(method, path, {
        ['Content-Type'] = 'application/json', ['Authorization'] = 'Bearer ' .. args[2] }, body)
    else
      requests[#requests + 1] = wrk.format(method, path)
    end
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
