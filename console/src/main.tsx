import { render } from 'preact';
import './design/tokens.css';
import './design/base.css';
import './design/shell.css';
import './design/parts.css';
import './design/map.css';
import { createClient } from '../../client/src/client.ts';
import { callTimeoutMs } from './requests/client.tsx';
import { Start } from './shell/start.tsx';

/** The main API serves this page and the address of the authentication service. */
const here = createClient({
  apiUrl: location.origin,
  authUrl: location.origin,
  timeoutMs: callTimeoutMs,
});

render(<Start askSettings={here.consoleSettings} />, document.getElementById('app')!);
