import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { drain, holdRequests, prepareConnections, takeConnection } from '#http/server/lifecycle.ts';
import type { Server } from '#http/server/typed-server.ts';
import { KtimaError, sentenceOf } from '#tools/errors.ts';
import type { Settings } from '../../settings/config.ts';
import { laterUrls, openServices, stopper } from '../open-services.ts';
import type { ServiceName } from '../service.ts';
import { openTelemetry, serveOwnMetrics } from '../telemetry.ts';
import { connectionMessage, takenMessage } from './hand-out.ts';
import type { SupervisorMessage, WorkerMessage } from './supervisor.ts';

interface WorkerChoice {
  readonly only: ServiceName;
  readonly demo: boolean;
  /** Whether another process of the same `serve` runs the other service. */
  readonly isPart: boolean;
}

/**
 * Serves one service in this process, over the connections that the first process hands out, until
 * that one requests a stop or is gone. Signals are for the first process: systemd and Ctrl+C send
 * them to all.
 */
export async function serveAsWorker(
  settings: Settings,
  choice: WorkerChoice,
  log: FastifyBaseLogger,
): Promise<void> {
  // Before the service is open, a stop can exit immediately.
  let stop: () => void = () => process.exit(0);
  let server: Server | undefined;
  const urls = laterUrls();
  const onMessage = (message: SupervisorMessage) => {
    if (message === 'stop') stop();
    else if (message === 'hold') {
      holdRequests(server!);
      report({ held: true });
    } else if (typeof message === 'object' && 'urls' in message) urls.set(message.urls);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('disconnect', () => stop());
  process.on(
    'message',
    (message: SupervisorMessage | typeof connectionMessage, socket?: Socket) => {
      if (message !== connectionMessage) return onMessage(message);
      // Without a socket, the client has left on the way.
      if (socket && server) takeConnection(server, keepHalfOpen(socket));
      process.send!(takenMessage);
    },
  );
  try {
    const telemetry = await openTelemetry(settings, choice.isPart ? undefined : choice.only);
    await serveOwnMetrics(settings, log, telemetry.metrics);
    const standIn = async (_: ServiceName, waiting: Server) => {
      await prepareConnections(waiting);
      server = waiting;
      stop = stopper([{ server: waiting, close: async () => {} }], log);
      report({ waiting: true });
    };
    const { isPart } = choice;
    const opened = await openServices(settings, choice, log, telemetry, urls, standIn, isPart);
    const waiting = server as Server | undefined;
    const ready = opened.servers[choice.only]!;
    await prepareConnections(ready);
    server = ready;
    stop = stopper(opened.parts, log);
    if (waiting) void drain(waiting);
    report({ opened: opened.features });
  } catch (error) {
    stop = () => {};
    const failed = error instanceof KtimaError ? sentenceOf(error) : inspect(error);
    // The exit code is that of a failed start, once the message is sent.
    process.send!({ failed } satisfies WorkerMessage, () => process.exit(1));
  }
}

/** A socket of another process is closed when its client ends; an HTTP server's is not. */
function keepHalfOpen(socket: Socket): Socket {
  socket.allowHalfOpen = true;
  return socket;
}

function report(message: WorkerMessage): void {
  if (process.connected) process.send!(message);
}
