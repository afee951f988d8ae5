import type { ComponentChildren } from 'preact';
import { useLocale } from '../language/language.ts';
import { useClient, useRequest } from './use-request.ts';

/** How an operator loads each kind of data. */
const commands = {
  costs: 'ktima import costs rates.csv',
  parcels: 'ktima import parcels FILE',
  places: 'ktima import osm FILE.osm.pbf',
} as const;

interface NothingFoundProps {
  readonly layer: keyof typeof commands;
  /** Whether it is known already that there are no such data; otherwise the service is asked. */
  readonly isEmpty?: boolean;
  /** What is shown if there are data, but not the wanted ones. */
  readonly children: ComponentChildren;
}

/** Shows that something was not found; if no such data are loaded at all, that and how to load them. */
export function NothingFound({ layer, isEmpty = false, children }: NothingFoundProps) {
  const { words } = useLocale();
  const client = useClient();
  // Asked now: the data may have been loaded since the page was opened.
  const [settings] = useRequest(layer, signal => client.consoleSettings({ signal }));
  const isUnloaded = settings.state === 'answered' && settings.answer.empty_layers.includes(layer);
  if (!isEmpty && !isUnloaded) return <>{children}</>;
  return (
    <div class="notice notice-warn" role="status">
      <p class="strong">{words.notLoaded[layer]}</p>
      <p>
        {words.notLoaded.operator} <code>{commands[layer]}</code>
      </p>
    </div>
  );
}
