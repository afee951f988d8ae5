import type { ComponentChildren } from 'preact';
import { useLocale } from '../language/language.tsx';
import { useClient } from './client.tsx';
import { useRequest } from './use-request.ts';

/** How an operator loads each kind of data. */
const commands = {
  costs: 'ktima import costs FILE.csv',
  parcels: 'ktima import parcels FILE',
  places: 'ktima import osm FILE.osm.pbf',
} as const;

interface NothingFoundProps {
  readonly layer: keyof typeof commands;
  /** What is shown if there are data, but not the wanted ones. */
  readonly children: ComponentChildren;
}

/** Shows that something was not found; if no such data are loaded at all, that and how to load them. */
export function NothingFound({ layer, children }: NothingFoundProps) {
  const { words } = useLocale();
  const client = useClient();
  // Asked now: the data may have been loaded since the page was opened.
  const [settings] = useRequest(layer, signal => client.consoleSettings({ signal }));
  const isEmpty = settings.state === 'answered' && settings.answer.empty_layers.includes(layer);
  if (!isEmpty) return <>{children}</>;
  return (
    <div class="notice notice-warn" role="status">
      <p class="strong">{words.notLoaded[layer]}</p>
      <p>
        {words.notLoaded.operator} <code>{commands[layer]}</code>
      </p>
    </div>
  );
}
