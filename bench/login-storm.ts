// So many clients that log in, wrongly, and come back at once whatever they are told; a process of
// its own, so that it does not hold up what is measured beside it, over plain sockets, so that it
// leaves the machine to the service. Says how long each kind of answer took, in milliseconds.
// Usage: node bench/login-storm.ts URL CLIENTS SECONDS
import { openLoop } from './open-loop.ts';

const [url, clients, seconds] = process.argv.slice(2);
const times: Record<number, number[]> = {};
let sent = 0;

function makeLogin(): string {
  const body = `username=user${sent++ % Number(clients)}&password=not+the+password`;
  return (
    'POST /auth/otp/login HTTP/1.1\r\nHost: bench\r\n' +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

const loop = await openLoop(Number(new URL(url!).port), makeLogin, Number(clients));
await loop.run(Infinity, Number(seconds), (status, _tookMs, sinceSentMs) => {
  times[status] ??= [];
  times[status].push(sinceSentMs);
});
loop.close();
console.log(JSON.stringify(times));
