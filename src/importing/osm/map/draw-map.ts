import type { MapRow } from '#domain/map/map-feature.ts';
import type { Box } from '#tools/geo/box.ts';
import type { Tally } from '../../report.ts';
import type { RowAdder } from '../../run-import.ts';
import { countFlaws, type OsmFlaw } from '../assembly/osm-object.ts';
import type { StreamedWay } from '../assembly/streamed-ways.ts';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import { buildingOf } from '../rows/building-rows.ts';
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
  const addBuilding = (object: StreamedWay): Promise<void> | undefined => {
    const building = buildingOf(object);
    if (!map?.buildings || !building) return undefined;
    const { add, tally } = map.buildings;
    if (!object.isCut) return add(building, building.externalId!);
    tally.note('some of its nodes are not in the file, left out', building.externalId!);
    return undefined;
  };
  return {
    wantsWay: (tags: OsmTags) => map !== undefined && drawn.wantsWay(tags),
    wantsArea: (kind: OsmKind, tags: OsmTags) =>
      map !== undefined && kind === 'relation' && drawn.wantsRelation(tags),
    note: (flaw: OsmFlaw) => flaws.add(flaw, false),
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
        const way = rows.length > 0 ? wayOf(object) : undefined;
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
