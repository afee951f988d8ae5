import { isInGreece, isSwapped } from '#domain/property/greece.ts';
import type { PointOfInterest } from '../../../client/src/types.ts';
import { PropertyNote, SaveButton } from '../pages/properties/save-button.tsx';
import { LocationPanel } from '../property/location/location-panel.tsx';
import { SubjectHead } from '../property/location/subject-head.tsx';
import type { ShownZones } from '../property/map/draw/map-options.ts';
import type { AddressBar } from '../state/subject/address-bar.ts';
import type { Found } from '../state/subject/find.ts';
import { pointSubject, type Subject } from '../state/subject/subject.ts';
import type { PageHistory } from '../state/subject/use-address-bar.ts';
import { Button } from '../tools/form/button.tsx';
import { Tabs } from '../tools/form/tabs.tsx';
import { decimalPair } from '../tools/language/format.ts';
import { useLocale } from '../tools/language/language.ts';
import { Lazy } from '../tools/requests/lazy.tsx';
import type { RequestState } from '../tools/requests/use-request.ts';
import type { DrawerSize } from './drawer-size.ts';
import type { ExampleParcel } from './examples.ts';

/** The views that are tabs; the others are pages. */
const tabViews = ['location', 'places', 'zones', 'cost'] as const;

const placesPanel = async () => (await import('../property/places/places-panel.tsx')).PlacesPanel;
const zonesPanel = async () => (await import('../property/zones/zones-panel.tsx')).ZonesPanel;
const costPanel = async () => (await import('../property/cost/cost-panel.tsx')).CostPanel;

/** What the panel needs; the other states of it too. */
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
  onZones(zones: ShownZones | undefined): void;
  onRetry(): void;
  onAroundAgain(): void;
  onChange: PageHistory['change'];
  onSearch(subject: Subject): void;
  onSelect(id: number | undefined): void;
  onHover(id: number | undefined): void;
}

/** A property: its head, and the tabs about it. */
export function FoundPanel({ found, ...props }: PanelProps & { found: Found }) {
  const { words } = useLocale();
  const { bar, onChange } = props;
  return (
    <>
      <p class="print-hint">{words.report.printHint}</p>
      <div class="panel-head">
        <SubjectHead found={found} />
        <div class="panel-actions">
          <Button onClick={() => onChange({ view: 'report' })}>{words.tabs.report}</Button>
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
          <LocationPanel found={found} onChoose={subject => onChange({ subject, building: {} })} />
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
        {bar.view === 'zones' && <Lazy part={zonesPanel} found={found} onZones={props.onZones} />}
        {bar.view === 'cost' && (
          <Lazy
            part={costPanel}
            key={JSON.stringify(found.subject)}
            kept={props.kept}
            keep={props.keep}
            found={found}
            building={bar.building}
            onChange={(building, isSame) => onChange({ building }, isSame)}
          />
        )}
      </div>
    </>
  );
}

interface OutsideNoticeProps {
  readonly found: Found;
  onSearch(subject: Subject): void;
}

/** Shows that a point is not in Greece, or may not be, and offers the swapped pair if that is. */
function OutsideNotice({ found, onSearch }: OutsideNoticeProps) {
  const { words, format } = useLocale();
  const { latitude, longitude, address, parcel, farMetres } = found;
  if (parcel || (address && farMetres === undefined)) return null;
  const { outside, noAddressNear, addressFar } = words.location;
  return (
    <div class="notice notice-warn" role="status">
      <p class="strong">
        {farMetres !== undefined
          ? addressFar(format.distance(farMetres))
          : isInGreece(latitude, longitude)
            ? noAddressNear
            : outside}
      </p>
      <p>{words.location.outsideHint}</p>
      {isSwapped(latitude, longitude) && (
        <Button onClick={() => onSearch(pointSubject(longitude, latitude))}>
          {words.location.openSwapped(decimalPair(longitude, latitude))}
        </Button>
      )}
    </div>
  );
}
