// So many clients that log in, wrongly, again and again; a process of its own, so that it does not
// hold up what is measured beside it. Says how long each kind of answer took, in milliseconds.
// Usage: node bench/login-storm.ts URL CLIENTS SECONDS
const [url, clients, seconds] = process.argv.slice(2);
const end = performance.now() + Number(seconds) * 1_000;
const times: Record<number, number[]> = {};

async function client(name: string): Promise<void> {
  while (performance.now() < end) {
    const body = new URLSearchParams({ username: name, password: 'not the password' });
    const start = performance.now();
    const response = await fetch(`${url}/auth/otp/login`, { method: 'POST', body });
    await response.text();
    times[response.status] ??= [];
    times[response.status]!.push(performance.now() - start);
  }
}

await Promise.all(Array.from({ length: Number(clients) }, (_, i) => client(`user${i}`)));
console.log(JSON.stringify(times));
