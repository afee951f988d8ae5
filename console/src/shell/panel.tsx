import { useEffect } from 'preact/hooks';
import { useLibrary } from '../state/library/use-library.tsx';
import { isOffline } from '../tools/requests/describe-failure.ts';
import { Lazy, load } from '../tools/requests/lazy.tsx';
import { Failure, Loading } from '../tools/requests/unanswered.tsx';
import { DrawerHandle } from './drawer.tsx';
import type { PanelProps } from './found-panel.tsx';
import { Welcome } from './welcome.tsx';

const foundPanel = async () => (await import('./found-panel.tsx')).FoundPanel;
const notFound = async () => (await import('../property/location/not-found.tsx')).NotFound;
const whichOne = async () => (await import('../property/location/which-one.tsx')).WhichOne;
/** Stored properties must open without the network: the app loads it before. */
export const storedProperty = async () =>
  (await import('../pages/properties/stored-property.tsx')).StoredProperty;

/** The panel next to the map. */
export function Panel(props: PanelProps) {
  const { request, bar } = props;
  const found = request.state === 'answered' ? request.answer : undefined;
  const { library } = useLibrary();
  const stored = bar.subject && library.find(bar.subject);
  useEffect(() => {
    // While the property is searched.
    if (request.state === 'waiting') void load(foundPanel).catch(() => {});
  }, [request.state]);
  return (
    <div class="panel" id="content" tabIndex={-1}>
      <DrawerHandle size={props.drawer} onSize={props.onDrawer} />
      {(request.state === 'waiting' || request.state === 'failed') && (
        <h1 class="visually-hidden">{props.title}</h1>
      )}
      {request.state === 'idle' && (
        <Welcome
          exampleParcel={props.exampleParcel}
          onSample={props.onSample}
          onChange={props.onChange}
        />
      )}
      {request.state === 'waiting' && <Loading lines={5} />}
      {request.state === 'failed' && <Failure failure={request.failure} onRetry={props.onRetry} />}
      {request.state === 'failed' && isOffline(request.failure) && stored && (
        <Lazy part={storedProperty} property={stored} />
      )}
      {request.state === 'answered' && !found && bar.subject && (
        <Lazy part={notFound} subject={bar.subject} />
      )}
      {found?.isChoice && (
        <Lazy part={whichOne} found={found} onChoose={subject => props.onChange({ subject })} />
      )}
      {found && !found.isChoice && <Lazy part={foundPanel} {...props} found={found} />}
    </div>
  );
}
