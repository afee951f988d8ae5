import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import type { Parcel } from '#domain/property/parcels.ts';
import { replaceRows, type Store } from '#storage/store/store.ts';
import type { Box } from '#tools/geo/box.ts';
import { openTestService, provenance } from '../../service.ts';
import { engines } from '../../store/engines.ts';
import { triangleAt } from './corner-of-a-box.ts';

/** West, south, and the distances of the parcels, about 45 m. */
const [west, south, stepEast, stepNorth] = [21, 38, 0.0005, 0.0004];

/**
 * Parcels in rows, about as many as columns. Neighbours have distant codes, so that each block of
 * codes has fifty parcels from all over the area.
 */
export function scatteredParcels(count: number): Parcel[] {
  const columns = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, i) => {
    const number = (i * 7_919) % count;
    const kaek = `${String(Math.floor(number / 50)).padStart(9, '0')}${String(number % 50).padStart(3, '0')}`;
    const row = Math.floor(i / columns);
    return triangleAt(kaek, west + (i % columns) * stepEast, south + row * stepNorth);
  });
}

/** A box of some parcels in each direction. */
export function boxOf(column: number, row: number, wide: number, high = wide): Box {
  const [x, y] = [west + column * stepEast, south + row * stepNorth];
  return { west: x, south: y, east: x + wide * stepEast, north: y + high * stepNorth };
}

/** The engines with the same parcels. */
export async function openEngines(t: TestContext, parcels: readonly Parcel[]) {
  const stores: { name: string; store: Store }[] = [];
  for (const { name, newUrl, open } of engines) {
    const store = await open(t, await newUrl());
    await replaceRows(store, 'parcels', { ...provenance, source: 'scattered' }, parcels);
    stores.push({ name, store });
  }
  return stores;
}

interface Body {
  readonly features: readonly { readonly id: string }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

/** Reads the first pages of a box over HTTP: the codes of each, and the `next` link of the last. */
export async function openPages(t: TestContext, store: Store) {
  const { api } = await openTestService({ store });
  t.after(() => api.close());
  return async (box: Box, limit: number, most: number) => {
    const bbox = [box.west, box.south, box.east, box.north];
    const pages: string[][] = [];
    let next: string | undefined = `/ogc/collections/parcels/items?bbox=${bbox}&limit=${limit}`;
    while (next !== undefined && pages.length < most) {
      const page: LightMyRequestResponse = await api.inject(next);
      assert.equal(page.statusCode, 200, page.body);
      const { features, links } = page.json() as Body;
      pages.push(features.map(({ id }) => id));
      const href = links.find(({ rel }) => rel === 'next')?.href;
      next = href && new URL(href).pathname + new URL(href).search;
    }
    return { pages, next };
  };
}
