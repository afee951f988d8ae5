import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A relay on loopback to a server, which can be slow, fall silent, hang up and come back. */
export async function openProxy(targetPort: number) {
  let frozen = false;
  let cutsNew = false;
  let delayMs = 0;
  const slowly = () =>
    new Transform({
      transform(chunk, _encoding, done) {
        if (delayMs === 0) done(null, chunk);
        else setTimeout(done, delayMs, null, chunk);
      },
    });
  const sockets = new Set<Socket>();
  const server = createServer(near => {
    if (cutsNew) return void near.destroy();
    const far = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(slowly()).pipe(to);
      if (frozen) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    /** From now on nothing passes, and nothing is refused either. */
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    /** From now on every piece takes so long, each way; 0 for at once. */
    delay(ms: number) {
      delayMs = ms;
    },
    /** From now on new connections are cut, and those that are open stay. */
    cutNew() {
      cutsNew = true;
    },
    /** Cuts every connection; new ones are taken. */
    hangUp,
    async close() {
      hangUp();
      server.close();
      await once(server, 'close');
    },
    /** Refuses connections until `listen`. */
    async refuse() {
      hangUp();
      server.close();
      await once(server, 'close');
    },
    async listen() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
