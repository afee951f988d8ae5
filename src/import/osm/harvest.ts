import type { Progress } from '../../files/progress.ts';
import type { MunicipalityOf } from '../../geocoder/municipality-of.ts';
import type { Address, NewPlace } from '../../store/store.ts';
import { type CountedReason, countReasons } from '../counted-reasons.ts';
import type { AddRow, Feed } from '../import.ts';
import type { Tally } from '../report.ts';
import { openOsmObjects } from './assembly/objects.ts';
import type { OsmFlaw, Wants } from './assembly/wanted.ts';
import type { OsmFile } from './readers/elements.ts';
import { openOsm } from './readers/osm.ts';
import { osmAddresses } from './rows/addresses.ts';
import { settlePlaces } from './rows/duplicates.ts';
import type { OsmMapping } from './rows/mapping.ts';
import { type OsmCandidate, osmPlaceRules } from './rows/places.ts';

/** What OpenStreetMap files give: rows of two layers, and what was wrong with objects of each. */
export interface OsmHarvest {
  readonly places: readonly NewPlace[];
  readonly addresses: readonly Address[];
  readonly placeFlaws: LayerFlaws;
  readonly addressFlaws: LayerFlaws;
}

/** What was wrong with objects of a layer. */
interface LayerFlaws {
  /** Objects that should have been rows and could not be assembled. */
  readonly lost: readonly CountedReason[];
  /** Objects that lack a part, and those left out that only help other rows. */
  readonly noted: readonly CountedReason[];
}

/** How many objects pass between two looks at the progress. */
const progressEvery = 1_000;

/** Reads files as one: of an object that stands in several the newest version counts. `today` is YYYY-MM-DD. */
export async function harvestOsm(
  paths: readonly string[],
  ...how: readonly [
    mapping: OsmMapping,
    today: string,
    municipalityOf: MunicipalityOf,
    progress: (progress: Progress) => void,
  ]
): Promise<OsmHarvest> {
  const files: OsmFile[] = [];
  try {
    for (const path of paths) files.push(await openOsm(path));
    return await harvestFiles(files, ...how);
  } finally {
    for (const file of files) await file.close();
  }
}

async function harvestFiles(
  files: readonly OsmFile[],
  mapping: OsmMapping,
  today: string,
  municipalityOf: MunicipalityOf,
  progress: (progress: Progress) => void,
): Promise<OsmHarvest> {
  const rules = osmPlaceRules(mapping, today);
  const addresses = osmAddresses(municipalityOf);
  const candidates: OsmCandidate[] = [];
  const placeFlaws = countFlaws();
  const addressFlaws = countFlaws();
  const wants: Wants = (kind, tags) => rules.wants(kind, tags) || addresses.wants(kind, tags);
  const note = (flaw: OsmFlaw) => {
    const { kind, tags } = flaw;
    if (rules.wants(kind, tags)) placeFlaws.add(flaw, true);
    if (!addresses.wants(kind, tags)) return;
    addressFlaws.add(flaw, addresses.wantsAsAddress(kind, tags));
  };

  const { objects, isOutdated, passes } = openOsmObjects(files, wants, note);
  let rows = 0;
  for await (const batch of objects()) {
    for (const object of batch) {
      candidates.push(...rules.placesOf(object));
      addresses.add(object);
      if (++rows % progressEvery === 0) progress({ ...bytesOf(files, passes), rows });
    }
  }
  return {
    places: settlePlaces(candidates.filter(candidate => !isOutdated(candidate))),
    addresses: [...addresses.settle(isOutdated)],
    placeFlaws: placeFlaws.list(),
    addressFlaws: addressFlaws.list(),
  };
}

function countFlaws() {
  const lost = countReasons();
  const noted = countReasons();
  return {
    add({ file, kind, id, problem, detail, leftOut }: OsmFlaw, isRow: boolean): void {
      const where = `${file}, ${kind} ${id}`;
      const example = detail === undefined ? where : `${where}: ${detail}`;
      const fate = leftOut ? 'left out' : 'taken as far as it goes';
      if (leftOut && isRow) lost.add(problem, example);
      else noted.add(`${problem}, ${fate}`, example);
    },
    list: (): LayerFlaws => ({ lost: lost.list(), noted: noted.list() }),
  };
}

/** How far reading has come; a file in which an object occurs twice is read more often. */
function bytesOf(files: readonly OsmFile[], passes: number) {
  const sum = (bytes: (file: OsmFile) => number) => files.reduce((all, f) => all + bytes(f), 0);
  const doneBytes = sum(file => file.bytesRead());
  const totalBytes = Math.max(doneBytes, passes * sum(file => file.totalBytes));
  return { doneBytes, totalBytes };
}

/** The places of a harvest, as rows for an import. */
export function placeFeed(harvest: () => Promise<OsmHarvest>): Feed<'places'> {
  return async (add: AddRow<'places'>, tally) => {
    const { places, placeFlaws } = await harvest();
    for (const place of places) await add(place, place.external_id ?? 'an object');
    tellFlaws(placeFlaws, tally);
  };
}

/** The addresses of a harvest, as rows for an import. */
export function addressFeed(harvest: () => Promise<OsmHarvest>): Feed<'addresses'> {
  return async (add: AddRow<'addresses'>, tally) => {
    const { addresses, addressFlaws } = await harvest();
    for (const address of addresses) await add(address, address.externalId ?? 'an object');
    tellFlaws(addressFlaws, tally);
  };
}

/** An object that should have been a row and could not be assembled counts as a refused row. */
function tellFlaws({ lost, noted }: LayerFlaws, tally: Tally): void {
  tally.refuseAll(lost);
  tally.noteAll(noted);
}
