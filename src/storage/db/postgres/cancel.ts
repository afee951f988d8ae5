import { type ClientBase, Connection, type ConnectionConfig } from 'pg';
import { stateOf } from './postgres-errors.ts';

/** SQLSTATE query_canceled. */
const cancelled = '57014';

/** How long sending a cancel request may take; a frozen server does not accept it. */
const cancelMs = 2_000;

/**
 * Runs a statement and cancels it on the server when the signal is aborted; then throws the reason of
 * the signal. The connection can be used again afterwards.
 */
export async function runUntil<T>(
  client: ClientBase,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let request: Promise<void> | undefined;
  const cancel = () => {
    request = requestCancel(client);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await run();
  } catch (error) {
    throw signal.aborted && stateOf(error) === cancelled ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // A request that is still on its way could cancel the next statement of this connection.
    await request;
  }
}

/** What the driver has in a client and in a connection, although its types do not show it. */
interface Driver {
  readonly host: string;
  readonly port: number;
  readonly ssl: ConnectionConfig['ssl'];
  readonly processID: number;
  readonly secretKey: number;
}
interface CancelConnection extends Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Sends the protocol's cancel request over a connection of its own. A pooler passes it to the session
 * that runs the statement; `pg_cancel_backend` could reach the statement of another client there.
 * Resolves when the server has closed the connection, which it does after it has sent the signal.
 */
function requestCancel(client: ClientBase): Promise<void> {
  const { host, port, ssl, processID, secretKey } = client as unknown as Driver;
  const connection = new Connection({ ssl }) as CancelConnection;
  return new Promise(resolve => {
    const timer = setTimeout(() => connection.stream.destroy(), cancelMs);
    connection.on('error', () => connection.stream.destroy());
    connection.on('end', () => {
      clearTimeout(timer);
      resolve();
    });
    const cancel = () => connection.cancel(processID, secretKey);
    connection.on('connect', () => (ssl ? connection.requestSsl() : cancel()));
    connection.on('sslconnect', cancel);
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
