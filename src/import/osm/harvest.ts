import { basename } from 'node:path';
import type { MunicipalityOf } from '../../geocoder/municipality-of.ts';
import type { Address, NewPlace } from '../../store/store.ts';
import { type CountedReason, countReasons } from '../counted-reasons.ts';
import { osmAddresses } from '../datasets/osm/addresses.ts';
import { settlePlaces } from '../datasets/osm/duplicates.ts';
import type { OsmMapping } from '../datasets/osm/mapping.ts';
import { type OsmCandidate, osmPlaceRules } from '../datasets/osm/places.ts';
import type { AddRow, Feed, Progress } from '../import.ts';
import { openOsm } from '../readers/osm/osm.ts';
import { type OsmFlaw, osmObjectPasses, osmObjects, type Wants } from './objects.ts';

/** What OpenStreetMap files give: rows of two layers. */
export interface OsmHarvest {
  readonly places: readonly NewPlace[];
  readonly addresses: readonly Address[];
  /** What was wrong with objects. */
  readonly flaws: readonly CountedReason[];
}

/** Which layers to look for. */
export interface OsmWanted {
  readonly places: boolean;
  readonly addresses: boolean;
}

/** How many objects pass between two looks at the progress. */
const progressEvery = 1_000;

/** Reads files as one: an object that stands in several counts once. `today` is YYYY-MM-DD. */
export async function harvestOsm(
  files: readonly string[],
  mapping: OsmMapping,
  today: string,
  wanted: OsmWanted,
  municipalityOf: MunicipalityOf,
  progress: (progress: Progress) => void,
): Promise<OsmHarvest> {
  const rules = osmPlaceRules(mapping, today);
  const addresses = osmAddresses(municipalityOf);
  const candidates: OsmCandidate[] = [];
  const flaws = countReasons();
  const wants: Wants = (kind, tags) =>
    (wanted.places && rules.wants(kind, tags)) || (wanted.addresses && addresses.wants(kind, tags));

  for (const path of files) {
    const file = await openOsm(path);
    const totalBytes = osmObjectPasses * file.totalBytes;
    let rows = 0;
    const note = ({ problem, leftOut, kind, id, detail }: OsmFlaw) => {
      const where = `${basename(path)}, ${kind} ${id}`;
      const fate = leftOut ? 'left out' : 'taken as far as it goes';
      flaws.add(`${problem}, ${fate}`, detail === undefined ? where : `${where}: ${detail}`);
    };
    for await (const object of osmObjects(file, wants, note)) {
      if (wanted.places) candidates.push(...rules.placesOf(object));
      if (wanted.addresses) addresses.add(object);
      if (++rows % progressEvery === 0) progress({ doneBytes: file.bytesRead(), totalBytes, rows });
    }
  }
  return {
    places: settlePlaces(candidates),
    addresses: [...addresses.settle()],
    flaws: flaws.list(),
  };
}

/**
 * The places of a harvest, as rows for an import. Flaws are noted, not counted as refused rows: an
 * extract is cut at its border, and the objects that lie across it are nobody's mistake.
 */
export function placeFeed(harvest: () => Promise<OsmHarvest>): Feed<'places'> {
  return async (add: AddRow<'places'>, tally) => {
    const { places, flaws } = await harvest();
    for (const place of places) await add(place, place.external_id ?? 'an object');
    tally.noteAll(flaws);
  };
}

/** The addresses of a harvest, as rows for an import. */
export function addressFeed(harvest: () => Promise<OsmHarvest>): Feed<'addresses'> {
  return async (add: AddRow<'addresses'>, tally) => {
    const { addresses, flaws } = await harvest();
    for (const address of addresses) await add(address, address.externalId ?? 'an object');
    tally.noteAll(flaws);
  };
}
