import type { MapRow } from '#domain/map/map-feature.ts';
import type { Way } from '#domain/walking/ways.ts';
import type { Box } from '#tools/geo/box.ts';
import type { Tally } from '../../report.ts';
import type { RowAdder } from '../../run-import.ts';
import { lacksParts } from '../assembly/assemble-areas.ts';
import { countFlaws, type OsmFlaw } from '../assembly/osm-object.ts';
import type { StreamedWay } from '../assembly/streamed-ways.ts';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import { buildingOf, isBuilding, outerOf } from '../rows/building-rows.ts';
import { openOsmMapRows } from './map-rows.ts';
import { openCoast, type ShippedLand } from './osm-coast.ts';
import { wayOf } from './walkable.ts';

/**
 * Receives the rows of the map while the files are read, because all of them would not fit into
 * memory.
 */
export interface MapTaker {
  add(row: MapRow): Promise<void> | undefined;
  tally: Tally;
  /** Receives the buildings, which are as many; default: none are made. */
  buildings?: RowAdder<'buildings'> | undefined;
  /** Land of imported coastlines is compared with it; default: with nothing. */
  shippedLand?: ShippedLand;
}

/**
 * Draws objects as rows of the map. Faults are only noted, because every extract cuts objects at
 * its border.
 */
export function openMapDrawing(map: MapTaker | undefined) {
  const drawn = openOsmMapRows();
  const coast = openCoast();
  const flaws = countFlaws();
  // A promise only when the store must wait: one for each row would fill the old generation of V8.
  const add = (rows: Iterable<MapRow>): Promise<void> | undefined => {
    let waiting: Promise<void> | undefined;
    for (const row of rows) waiting = map?.add(row) ?? waiting;
    return waiting;
  };
  const walkable = openWalkable(map?.tally);
  const addBuilding = openBuildings(map?.buildings);
  return {
    wantsWay: (tags: OsmTags) => map !== undefined && drawn.wantsWay(tags),
    wantsArea: (kind: OsmKind, tags: OsmTags) =>
      map !== undefined && kind === 'relation' && drawn.wantsRelation(tags),
    note(flaw: OsmFlaw): void {
      flaws.add(flaw, false);
      const isLost = flaw.leftOut && lacksParts(flaw.problem) && isBuilding(flaw.tags);
      if (isLost) map?.buildings?.tally.note(cutBuilding, `${flaw.kind}/${flaw.id}`);
    },
    /** Draws objects and returns how many there were. */
    async draw(objects: Iterable<StreamedWay>): Promise<number> {
      let count = 0;
      for (const object of objects) {
        count++;
        if (object.tags.natural === 'coastline') {
          coast.add(object.line ?? [], object.isCut ?? false);
          continue;
        }
        const rows = drawn.rowsOf(object);
        const way = rows.length > 0 ? walkable(object) : undefined;
        if (way) rows.push({ ...rows.pop()!, way });
        const waiting = add(rows);
        if (waiting) await waiting;
        const waitingForBuilding = addBuilding(object);
        if (waitingForBuilding) await waitingForBuilding;
      }
      return count;
    },
    /** `bounds` are those of the files. */
    async finish(bounds: readonly Box[]) {
      if (!map) return;
      for (const row of drawn.joined()) await map.add(row);
      for (const row of coast.rows(bounds, map.tally, map.shippedLand)) await map.add(row);
      map.tally.noteAll(flaws.list().noted);
    },
  };
}

const splitWay = 'some nodes of a way on foot are not in the file, split at the gap';
const cutBuilding = 'a part of its outline is not in the file, left out';
const takenInWay = 'the outer way of a building relation, which is counted instead';

/** Finds the ways on foot; the ways around a square are walked with it, so not twice. */
function openWalkable(tally: Tally | undefined) {
  const aroundSquares = new Set<number>();
  return (object: StreamedWay): Way | undefined => {
    const way = wayOf(object);
    if (!way || (object.kind === 'way' && aroundSquares.has(way.id))) return undefined;
    for (const { id } of object.borders ?? []) aroundSquares.add(id);
    if (object.isCut) tally?.note(splitWay, `${object.kind}/${object.id}`);
    return way;
  };
}

/** Adds the buildings among objects; relations come first, and take their outer ways in. */
function openBuildings(rows: RowAdder<'buildings'> | undefined) {
  const takenIn = new Set<number>();
  return (object: StreamedWay): Promise<void> | undefined => {
    const building = rows && buildingOf(object);
    if (!building) return undefined;
    const note = (reason: string) => rows.tally.note(reason, building.externalId!);
    if (object.isCut) return void note(cutBuilding);
    if (object.kind === 'way' && takenIn.has(object.id)) return void note(takenInWay);
    for (const { id } of outerOf(object.borders ?? [])) takenIn.add(id);
    return rows.add(building, building.externalId!);
  };
}
