// For HEALTHCHECK: succeeds if at least one service listens in this container and all are alive.
// It runs on Node.js, so the image needs no curl.
const ports = [process.env.KTIMA_API_PORT || '8000', process.env.KTIMA_AUTH_PORT || '8001'];

async function look(port: string): Promise<'alive' | 'absent' | 'ill'> {
  try {
    const signal = AbortSignal.timeout(3_000);
    const { status } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal });
    return status === 200 ? 'alive' : 'ill';
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return code === 'ECONNREFUSED' ? 'absent' : 'ill';
  }
}

const found = await Promise.all(ports.map(look));
if (found.includes('ill') || !found.includes('alive')) process.exitCode = 1;
