import { useEffect } from 'preact/hooks';
import type { PointOfInterest } from '../../../client/src/types.ts';
import { PropertyNote, SaveButton } from '../pages/properties/save-button.tsx';
import { OutsideNotice } from '../property/location/outside-notice.tsx';
import { SubjectHead } from '../property/location/subject-head.tsx';
import type { ShownZones } from '../property/map/draw/map-options.ts';
import { useLibrary } from '../state/library/use-library.tsx';
import type { AddressBar } from '../state/subject/address-bar.ts';
import type { Found } from '../state/subject/find.ts';
import type { Subject } from '../state/subject/subject.ts';
import type { PageHistory } from '../state/subject/use-address-bar.ts';
import { Button } from '../tools/form/button.tsx';
import { Tabs } from '../tools/form/tabs.tsx';
import { useLocale } from '../tools/language/language.ts';
import { isOffline } from '../tools/requests/describe-failure.ts';
import { Lazy, load } from '../tools/requests/lazy.tsx';
import { Failure, Loading } from '../tools/requests/unanswered.tsx';
import type { RequestState } from '../tools/requests/use-request.ts';
import { DrawerHandle } from './drawer.tsx';
import type { DrawerSize } from './drawer-size.ts';
import type { ExampleParcel } from './examples.ts';
import { Welcome } from './welcome.tsx';

/** The views that are tabs; the others are pages. */
const tabViews = ['location', 'places', 'zones', 'cost'] as const;

interface PanelProps extends Pick<PageHistory, 'kept' | 'keep'> {
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

const locationPanel = async () =>
  (await import('../property/location/location-panel.tsx')).LocationPanel;
const notFound = async () => (await import('../property/location/not-found.tsx')).NotFound;
const whichOne = async () => (await import('../property/location/which-one.tsx')).WhichOne;
/** Stored properties must open without the network: the app loads it before. */
export const storedProperty = async () =>
  (await import('../pages/properties/stored-property.tsx')).StoredProperty;
const placesPanel = async () => (await import('../property/places/places-panel.tsx')).PlacesPanel;
const zonesPanel = async () => (await import('../property/zones/zones-panel.tsx')).ZonesPanel;
const costPanel = async () => (await import('../property/cost/cost-panel.tsx')).CostPanel;

/** The panel next to the map. */
export function Panel(props: PanelProps) {
  const { request, bar } = props;
  const found = request.state === 'answered' ? request.answer : undefined;
  const { library } = useLibrary();
  const stored = bar.subject && library.find(bar.subject);
  useEffect(() => {
    // While the property is searched: it is the panel that is shown first.
    if (request.state === 'waiting') void load(locationPanel).catch(() => {});
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
      {found && !found.isChoice && <FoundPanel {...props} found={found} />}
    </div>
  );
}

function FoundPanel({ found, ...props }: PanelProps & { found: Found }) {
  const { words } = useLocale();
  const { bar, onChange } = props;
  return (
    <>
      <p class="print-hint">{words.report.printHint}</p>
      <div class="panel-head">
        <SubjectHead found={found} />
        <div class="panel-actions">
          <Button onClick={() => onChange({ view: 'report' })}>{words.report.open}</Button>
          <SaveButton subject={found.subject} />
        </div>
      </div>
      <PropertyNote subject={found.subject} />
      <OutsideNotice found={found} onSearch={props.onSearch} />
      <Tabs
        label={words.tabs.label}
        tabs={tabViews.map(name => [name, words.tabs[name]] as const)}
        open={bar.view}
        onOpen={view => onChange({ view })}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of tabs takes the focus after its tab. */}
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${bar.view}`} tabIndex={0}>
        {bar.view === 'location' && (
          <Lazy
            part={locationPanel}
            found={found}
            isSignedIn={props.isSignedIn}
            onChoose={subject => onChange({ subject, building: {} })}
          />
        )}
        {bar.view === 'places' && (
          <Lazy
            part={placesPanel}
            {...props}
            found={found}
            request={props.around}
            onRetry={props.onAroundAgain}
          />
        )}
        {bar.view === 'zones' && (
          <Lazy
            part={zonesPanel}
            found={found}
            isSignedIn={props.isSignedIn}
            onSignIn={props.onSignIn}
            onZones={props.onZones}
          />
        )}
        {bar.view === 'cost' && (
          <Lazy
            part={costPanel}
            key={JSON.stringify(found.subject)}
            kept={props.kept}
            keep={props.keep}
            found={found}
            isSignedIn={props.isSignedIn}
            building={bar.building}
            onChange={(building, isSame) => onChange({ building }, isSame)}
          />
        )}
      </div>
    </>
  );
}
