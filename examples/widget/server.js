// The back end of a partner's page: it has the secret of a client, and gives the page tokens that
// allow little, for five minutes. docs/clients.md explains it. Node.js 20 or later, nothing else.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

const {
  API = 'http://127.0.0.1:8000',
  AUTH = 'http://127.0.0.1:8001',
  PORT = '5173',
  KTIMA_CLIENT_ID: id,
  KTIMA_CLIENT_SECRET: secret,
} = process.env;
if (!id || !secret) {
  console.error('set KTIMA_CLIENT_ID and KTIMA_CLIENT_SECRET, as ktima client add prints them');
  process.exit(1);
}

/** What a token of the page allows: places, and what is open to all. */
const wanted = { grant_type: 'client_credentials', scope: 'places open', expires_in: '300' };

const own = name => new URL(name, import.meta.url);
const map = name => new URL(import.meta.resolve(`maplibre-gl/dist/${name}`));
const files = {
  '/': [own('index.html'), 'text/html'],
  '/widget.css': [own('widget.css'), 'text/css'],
  '/widget.js': [own('widget.js'), 'text/javascript'],
  '/maplibre-gl.css': [map('maplibre-gl.css'), 'text/css'],
  '/maplibre-gl.mjs': [map('maplibre-gl.mjs'), 'text/javascript'],
  '/maplibre-gl-worker.mjs': [map('maplibre-gl-worker.mjs'), 'text/javascript'],
};

let kept = { token: '', until: 0 };

/** All visitors get the same token, and the next one when a minute of it is left. */
async function narrowToken() {
  if (Date.now() > kept.until - 60_000) {
    const body = new URLSearchParams({ ...wanted, client_id: id, client_secret: secret });
    const response = await fetch(`${AUTH}/auth/token`, { method: 'POST', body });
    const { access_token: token, expires_in, error_description } = await response.json();
    if (!response.ok) throw new Error(error_description);
    kept = { token, until: Date.now() + expires_in * 1_000 };
  }
  return { api: API, token: kept.token, seconds: Math.floor((kept.until - Date.now()) / 1_000) };
}

async function answer({ url }, response) {
  const [path] = url.split('?');
  if (path === '/token') {
    // Your own login or limit belongs here. Without it, the quota of the client is the only limit.
    const body = JSON.stringify(await narrowToken());
    return response.setHeader('cache-control', 'no-store').end(body);
  }
  const [file, type] = files[path] ?? [];
  if (!file) return response.writeHead(404).end();
  createReadStream(file).pipe(response.setHeader('content-type', `${type}; charset=utf-8`));
}

const server = createServer((request, response) => {
  answer(request, response).catch(error => {
    console.error(`no token: ${error.message}`);
    response.writeHead(502).end();
  });
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}/`));
