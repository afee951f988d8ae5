import { render } from 'preact';
import './tools/design/typeface.css';
import './tools/design/tokens.css';
import './tools/design/base.css';
import './tools/design/shell.css';
import './tools/design/parts.css';
import './tools/design/map.css';
import { createClient } from '../../client/src/client.ts';
import { Start } from './shell/start.tsx';
import { callTimeoutMs } from './tools/requests/use-request.ts';

/** The main API serves this page and the address of the authentication service. */
const here = createClient({
  apiUrl: location.origin,
  authUrl: location.origin,
  timeoutMs: callTimeoutMs,
});

render(<Start askSettings={here.consoleSettings} />, document.getElementById('app')!);
