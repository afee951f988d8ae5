import { useState } from 'preact/hooks';
import type { OperationName } from '../../../../client/src/client.ts';
import { Choice } from '../form/choice.tsx';
import { CopyButton } from '../form/copy-button.tsx';
import { useLocale } from '../language/language.ts';
import { useClient } from '../requests/use-request.ts';
import { type MadeCall, writeCurl, writeTypeScript } from './write-request.ts';

/** A client call of a panel, with the name of its operation. */
export interface PanelCall extends MadeCall {
  readonly operation: OperationName;
}

const forms = ['curl', 'typescript'] as const;
type Form = (typeof forms)[number];

/** Shows the requests of a panel, for copying. */
export function Developers({ calls }: { calls: readonly PanelCall[] }) {
  const { words } = useLocale();
  const [form, setForm] = useState<Form>('curl');
  if (calls.length === 0) return null;
  return (
    <details class="developers">
      <summary>
        <span>{words.developers.heading}</span>
      </summary>
      <p class="small">{words.developers.hint}</p>
      <Choice<Form>
        legend={words.developers.heading}
        options={forms.map(name => [name, words.developers[name]])}
        chosen={form}
        isSmall
        onChoose={setForm}
      />
      {calls.map(call => (
        <Request key={`${call.operation}-${form}`} call={call} form={form} />
      ))}
      <p class="small">
        <a href="/docs/">{words.developers.reference}</a>
      </p>
    </details>
  );
}

function Request({ call, form }: { call: PanelCall; form: Form }) {
  const client = useClient();
  const request = client.describeRequest(call.operation, call.input);
  const text =
    form === 'curl'
      ? writeCurl(request)
      : writeTypeScript(call, {
          apiUrl: originOf(request.url),
          authUrl: originOf(client.describeRequest('login').url),
          needsToken: 'authorization' in request.headers,
        });
  return (
    <div class="request">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrolled by keyboard too. */}
      <pre lang="en" tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

function originOf(url: string): string {
  return new URL(url).origin;
}
