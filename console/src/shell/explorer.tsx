import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Position } from '#tools/geo/polygon.ts';
import type { PlaceType, PointOfInterest } from '../../../client/src/types.ts';
import { choicesOf } from '../property/location/also-possible.tsx';
import { Attribution } from '../property/map/attribution.tsx';
import { mapModel } from '../property/map/draw/map-model.ts';
import type { ShownZones } from '../property/map/draw/map-options.ts';
import { MapPane } from '../property/map/map-pane.tsx';
import { askPlaces } from '../property/places/places.ts';
import type { AddressBar } from '../state/subject/address-bar.ts';
import type { Found } from '../state/subject/find.ts';
import type { Subject } from '../state/subject/subject.ts';
import type { PageHistory } from '../state/subject/use-address-bar.ts';
import { useLocale } from '../tools/language/language.ts';
import { useIsSignedIn } from '../tools/requests/sign-in-invitation.tsx';
import { type RequestState, useClient, useRequest } from '../tools/requests/use-request.ts';
import { type DrawerSize, drawerShares } from './drawer-size.ts';
import type { ExampleParcel } from './examples.ts';
import { Panel } from './panel.tsx';

interface ExplorerProps extends Pick<PageHistory, 'returns' | 'kept' | 'keep'> {
  readonly title: string;
  readonly exampleParcel: ExampleParcel;
  /** Opens the sample portfolio of a demo. */
  readonly onSample: (() => void) | undefined;
  readonly bar: AddressBar;
  readonly request: RequestState<Found | undefined>;
  onRetry(): void;
  onChange: PageHistory['change'];
  onSearch(subject: Subject): void;
  onPick(latitude: number, longitude: number, kaek: string | undefined): void;
}

const noPlaces: readonly PointOfInterest[] = [];

/** The panel and the map, which share the selected and the hovered place. */
export function Explorer(props: ExplorerProps) {
  const client = useClient();
  const { format, words, language } = useLocale();
  const { bar, returns, kept, keep } = props;
  const isSignedIn = useIsSignedIn();
  const [hidden, setHidden] = useState<ReadonlySet<PlaceType>>(() => new Set(kept().hidden));
  const [selected, setSelected] = useState<number>();
  const [hovered, setHovered] = useState<number>();
  const [drawer, setDrawer] = useState<DrawerSize>('half');
  const [hasImagery, setHasImagery] = useState(false);
  const [zones, setZones] = useState<ShownZones>();
  const [centre, setCentre] = useState<Position>();
  const answer = props.request.state === 'answered' ? props.request.answer : undefined;
  // Until one is chosen, the map shows them all as pins.
  const found = answer?.isChoice ? undefined : answer;
  const point = found && { latitude: found.latitude, longitude: found.longitude };
  const [around, askAgain] = useRequest(
    isSignedIn && point ? JSON.stringify(point) : undefined,
    signal => askPlaces(client, point!, signal),
  );
  const places = around.state === 'answered' ? around.answer : noPlaces;
  const isZones = bar.view === 'zones';
  // Places would cover the zones.
  const drawn = isZones ? noPlaces : places;
  const shownZones = isZones && isSignedIn ? zones : undefined;
  const marked = places.find(({ id }) => id === (hovered ?? selected));
  const choices = useMemo(
    () => (answer?.isChoice ? choicesOf(answer, language, props.onChange) : undefined),
    [answer, language, props.onChange],
  );
  const model = useMemo(
    () => ({
      ...mapModel(found, isZones || bar.view === 'places', drawn, hidden, marked, format),
      ...(choices && { choices }),
    }),
    [found, isZones, bar.view, drawn, hidden, marked, format, choices],
  );
  // A new list of places clears the selection.
  useEffect(() => {
    setSelected(undefined);
    setHovered(undefined);
  }, [places]);

  useEffect(() => {
    // The map must be seen to show the chosen place.
    if (selected !== undefined) setDrawer(size => (size === 'large' ? 'half' : size));
  }, [selected]);
  useEffect(() => {
    if (returns > 0) setHidden(new Set(kept().hidden));
  }, [returns, kept]);

  return (
    <main
      class="explorer"
      // Half of the screen, or more for a form.
      style={drawer === 'half' ? undefined : { '--drawer': `${drawerShares[drawer] * 100}%` }}
    >
      <Panel
        {...props}
        drawer={drawer}
        onDrawer={setDrawer}
        around={around}
        onAroundAgain={askAgain}
        selected={selected}
        hovered={hovered}
        onSelect={setSelected}
        onHover={setHovered}
        onZones={setZones}
      />
      <section class="map-side" aria-label={words.map.label}>
        <MapPane
          model={model}
          card={marked}
          isCardChosen={marked !== undefined && marked.id === selected}
          hasImagery={hasImagery}
          onImagery={setHasImagery}
          zones={shownZones}
          view={() => kept().mapView}
          returns={returns}
          onView={mapView => {
            setCentre([mapView.longitude, mapView.latitude]);
            // Until the property is found the map shows the one before.
            if (found || !bar.subject) keep({ mapView });
          }}
          onPick={props.onPick}
          onSelect={setSelected}
          onHover={setHovered}
          onHide={next => {
            setHidden(next);
            keep({ hidden: [...next] });
          }}
        />
        <Attribution
          hasPlaces={drawn.length > 0}
          hasImagery={hasImagery}
          zones={shownZones?.attribution}
          // A map that opens at the property has not moved.
          at={centre ?? (found && [found.longitude, found.latitude])}
        />
      </section>
    </main>
  );
}
