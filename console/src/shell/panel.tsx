import { useEffect } from 'preact/hooks';
import type { PointOfInterest } from '../../../client/src/types.ts';
import type { ShownZones } from '../property/map/draw/map-options.ts';
import { useLibrary } from '../state/library/use-library.tsx';
import type { AddressBar } from '../state/subject/address-bar.ts';
import type { Found } from '../state/subject/find.ts';
import type { Subject } from '../state/subject/subject.ts';
import type { PageHistory } from '../state/subject/use-address-bar.ts';
import { isOffline } from '../tools/requests/describe-failure.ts';
import { Lazy, load } from '../tools/requests/lazy.tsx';
import { Failure, Loading } from '../tools/requests/unanswered.tsx';
import type { RequestState } from '../tools/requests/use-request.ts';
import { DrawerHandle } from './drawer.tsx';
import type { DrawerSize } from './drawer-size.ts';
import type { ExampleParcel } from './examples.ts';
import { Welcome } from './welcome.tsx';

export interface PanelProps extends Pick<PageHistory, 'kept' | 'keep'> {
  /** The text of the subject, as heading until it is found. */
  readonly title: string;
  readonly drawer: DrawerSize;
  onDrawer(size: DrawerSize): void;
  readonly exampleParcel: ExampleParcel;
  readonly onSample: (() => void) | undefined;
  readonly bar: AddressBar;
  readonly request: RequestState<Found | undefined>;
  readonly around: RequestState<readonly PointOfInterest[]>;
  readonly selected: number | undefined;
  readonly hovered: number | undefined;
  readonly isSignedIn: boolean;
  onZones(zones: ShownZones | undefined): void;
  onRetry(): void;
  onAroundAgain(): void;
  onChange: PageHistory['change'];
  onSearch(subject: Subject): void;
  readonly onSignIn: (() => void) | undefined;
  onSelect(id: number | undefined): void;
  onHover(id: number | undefined): void;
}

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
