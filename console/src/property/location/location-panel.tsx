import { addressText, type FoundAddress, metresAway } from '../../state/subject/address-text.ts';
import type { Found } from '../../state/subject/find.ts';
import type { Subject } from '../../state/subject/subject.ts';
import { Developers, type PanelCall } from '../../tools/developers/developers.tsx';
import { Copyable } from '../../tools/form/copyable.tsx';
import { Facts } from '../../tools/form/fact.tsx';
import { decimalPair, directionLetters, sexagesimal } from '../../tools/language/format.ts';
import { gridPair, gridText } from '../../tools/language/greek-grid.ts';
import { useLocale } from '../../tools/language/language.ts';
import { sourceName } from '../../tools/language/source-name.ts';
import { Lazy } from '../../tools/requests/lazy.tsx';
import { useIsSignedIn } from '../../tools/requests/sign-in-invitation.tsx';
import { ParcelSection } from '../parcel/parcel-section.tsx';
import { AlsoPossible } from './also-possible.tsx';
import { MatchSection } from './match-section.tsx';

interface LocationPanelProps {
  readonly found: Found;
  /** Opens another address that the text may mean. */
  onChoose(subject: Subject): void;
}

const buildingsSection = async () =>
  (await import('../buildings/buildings-section.tsx')).BuildingsSection;

/** The position of the subject, its accuracy, and its parcel. */
export function LocationPanel({ found, onChoose }: LocationPanelProps) {
  const isSignedIn = useIsSignedIn();
  const { words } = useLocale();
  const { address, latitude, longitude, subject } = found;
  return (
    <>
      {address && subject.kind === 'address' && <MatchSection address={address} />}
      <AlsoPossible found={found} onChoose={onChoose} />
      <ParcelSection found={found} />
      {isSignedIn && <Lazy part={buildingsSection} found={found} />}
      <section class="block">
        <h2>{words.location.coordinates}</h2>
        <Coordinates latitude={latitude} longitude={longitude} />
      </section>
      {address && (
        <section class="block">
          <h2>{subject.kind === 'address' ? words.tabs.location : words.location.nearest}</h2>
          <Components address={address} />
        </section>
      )}
      <Developers calls={callsOf(found)} />
    </>
  );
}

function Coordinates({ latitude, longitude }: { latitude: number; longitude: number }) {
  const { words, language, format } = useLocale();
  const letters = directionLetters(language);
  const grid = gridPair(latitude, longitude);
  return (
    <Facts
      facts={[
        [
          words.coordinates.wgs84,
          <Copyable text={decimalPair(latitude, longitude)} what={words.coordinates.wgs84} />,
        ],
        [
          words.coordinates.grid,
          grid && (
            <Copyable text={grid} what={words.coordinates.grid}>
              {gridText(latitude, longitude, format)}
            </Copyable>
          ),
        ],
        [words.location.latitude, sexagesimal(latitude, letters.latitude)],
        [words.location.longitude, sexagesimal(longitude, letters.longitude)],
      ]}
    />
  );
}

const parts = [
  'street',
  'house_number',
  'postal_code',
  'locality',
  'municipality',
  'regional_unit',
  'region',
] as const;

function Components({ address }: { address: FoundAddress }) {
  const { words, format, language } = useLocale();
  const metres = metresAway(address);
  const components = language === 'el' ? address.components : address.components_en;
  const known = parts.filter(part => address.components[part] !== null);
  return (
    <Facts
      facts={[
        [
          words.location.address,
          <Copyable text={addressText(address, language)} what={words.location.address} />,
        ],
        [words.location.distance, metres !== undefined && format.distance(metres)],
        ...known.map(part => [words.location.component[part], components[part]] as const),
        [words.location.source, sourceName(address.source, words)],
      ]}
    />
  );
}

/** The client calls that found the subject. */
function callsOf({ subject, latitude, longitude, isExact }: Found): PanelCall[] {
  const point = { latitude, longitude };
  const parcelAt: PanelCall = { operation: 'parcelAt', input: { ...point, attributes: true } };
  if (subject.kind === 'address') {
    const input = subject.id ? { result_id: subject.id } : { address: subject.address };
    const search: PanelCall = { operation: 'addressSearch', input };
    return isExact ? [search, parcelAt] : [search];
  }
  const reverse: PanelCall = { operation: 'reverse', input: point };
  return subject.kind === 'kaek'
    ? [{ operation: 'kaekSearch', input: { kaek_code: subject.code, attributes: true } }, reverse]
    : [reverse, parcelAt];
}
