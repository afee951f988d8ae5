-- Requests of the HTTP bench for wrk: each one new, so that no cache of answers could help.
local kind, token, parcels

function init(args)
  kind, token, parcels = args[1], args[2], tonumber(args[3])
  math.randomseed(os.time())
end

local function around(latitude, longitude, spread)
  local body = string.format('{"latitude":%.6f,"longitude":%.6f}',
    latitude + (math.random() - 0.5) * spread, longitude + (math.random() - 0.5) * spread)
  return wrk.format('POST', '/api/points-of-interest/', {
    ['Content-Type'] = 'application/json', ['Authorization'] = 'Bearer ' .. token }, body)
end

local function costQuery(path)
  return wrk.format('GET', string.format(
    '%s?postal_code=%d&property_type=house&build_area=%.1f&construction_year=%d', path,
    math.random(10000, 99999), 20 + math.random() * 300, math.random(1900, 2025)))
end

local function point(path, latitude, longitude, spread)
  return wrk.format('GET', string.format('%s?latitude=%.6f&longitude=%.6f', path,
    latitude + (math.random() - 0.5) * spread, longitude + (math.random() - 0.5) * spread))
end

local makers = {
  -- The same query, so that reading the request costs both the same.
  constant = function() return costQuery('/') end,
  bare = function() return around(37.98, 23.73, 0.02) end,
  cost = function() return costQuery('/api/reconstruction-cost/') end,
  kaek = function()
    return wrk.format('GET', string.format(
      '/api/geocoding/kaek-search/?kaek_code=%012d', math.random(0, parcels - 1)))
  end,
  constantPost = function() return around(38.2, 24, 6) end,
  reverse = function() return point('/api/geocoding/reverse/', 37.98, 23.73, 0.1) end,
  address = function()
    return wrk.format('GET', string.format(
      '/api/geocoding/address-search/?address=Ermou+%d,+1056%d', math.random(1, 99), math.random(1, 9)))
  end,
  dense = function() return around(37.98, 23.73, 0.02) end,
  sparse = function() return around(38.2, 24, 6) end,
}

function request()
  return makers[kind]()
end
