import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One grey pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGM4AQAAygDJmcpdfgAAAABJRU5ErkJggg==',
  'base64',
);

/** Another host of maps: a style, and grey tiles for it. */
export async function startMaps() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    response.setHeader('access-control-allow-origin', '*');
    if (path.startsWith('/broken/')) return response.writeHead(500).end();
    if (path !== '/style.json') return response.setHeader('content-type', 'image/png').end(pixel);
    const tiles = [`http://${request.headers.host}/{z}/{x}/{y}.png`];
    return response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        version: 8,
        sources: { grey: { type: 'raster', tiles, tileSize: 256 } },
        layers: [{ id: 'grey', type: 'raster', source: 'grey' }],
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${port}`, asked, stop };
}
