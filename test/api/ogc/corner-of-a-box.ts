import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Parcel } from '#domain/property/parcels.ts';
import { replaceRows } from '#storage/store/store.ts';
import { openTestService, provenance } from '../../service.ts';

/** Half a square south-west of its diagonal; its bounding box is larger than the outline. */
export function triangleAt(kaek: string, x: number, y: number, size = 0.0003): Parcel {
  const ring = [
    [x, y],
    [x + size, y],
    [x, y + size],
    [x, y],
  ] as const;
  return { kaek, areaM2: 300, geometry: { type: 'Polygon', coordinates: [ring] } };
}

const kaek = (number: number) => `05068${String(number).padStart(7, '0')}`;
const box = '23.7008,37.9008,23.7009,37.9009';

/** Parcels whose bounding boxes overlap the box, although none of their outlines meets it. */
export function parcelsAround(count: number, firstNumber: number): Parcel[] {
  return Array.from({ length: count }, (_, i) =>
    triangleAt(kaek(firstNumber + i), 23.7, 37.9, 0.001),
  );
}

/** A parcel that meets the box. */
export function parcelInside(number: number): Parcel {
  return triangleAt(kaek(number), 23.7008, 37.9008, 0.001);
}

/** The response with the first parcel of the box, of a service with these parcels. */
export async function askForOne(t: TestContext, parcels: readonly Parcel[]) {
  const { api, store } = await openTestService();
  t.after(() => api.close());
  await replaceRows(store, 'parcels', provenance, parcels);
  const get = (url: string) => api.inject(url);
  return { get, first: await get(`/ogc/collections/parcels/items?bbox=${box}&limit=1`) };
}

/** The ids of the parcels on each page of the box, which has one parcel at most. */
export async function pagesOf(t: TestContext, parcels: readonly Parcel[]): Promise<string[][]> {
  const { get, first } = await askForOne(t, parcels);
  const pages: string[][] = [];
  for (let page = first; ; ) {
    assert.equal(page.statusCode, 200);
    const { features, numberReturned, links } = page.json();
    assert.equal(numberReturned, features.length);
    pages.push(features.map(({ id }: { id: string }) => id));
    const next = links.find(({ rel }: { rel: string }) => rel === 'next')?.href;
    if (next === undefined) return pages;
    page = await get(new URL(next).pathname + new URL(next).search);
  }
}
