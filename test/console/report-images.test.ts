import assert from 'node:assert/strict';
import { readFile as readText } from 'node:fs/promises';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { tilePosition } from '#domain/map/tile-scheme.ts';
import { replaceRows } from '#storage/store/store.ts';
import { readFile } from '../../console/src/pages/properties/properties-file.ts';
import { el as properties } from '../../console/src/pages/properties/words.ts';
import { readLogo, sizeWithin } from '../../console/src/pages/report/photos/draw-image.ts';
import { imageTransform, tileUrl } from '../../console/src/pages/report/plan/aerial-tiles.ts';

import { el as own } from '../../console/src/pages/report/words/words.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { longTest } from '../sample.ts';
import { parcels, provenance } from '../service.ts';
import { assertAccessible, assertFits, openSharedPage, signIn } from './pages.ts';
import { home, password, service } from './small-console.ts';

test('an image is scaled down to fit, and never enlarged', () => {
  const most = { width: 1600, height: 1600 };
  for (const [width, height, expected] of [
    [3200, 1600, [1600, 800]],
    [900, 3200, [450, 1600]],
    [640, 480, [640, 480]],
    [100_000, 1, [1600, 1]],
  ] as const) {
    const size = sizeWithin({ width, height }, most);
    assert.deepEqual([size.width, size.height], expected);
  }
});

test('only a logo that this page made is shown', () => {
  const logo = 'data:image/png;base64,iVBORw0KGgo=';
  assert.equal(readLogo(logo), logo);
  const others = ['https://example.gr/logo.png', 'data:image/svg+xml;base64,PHN2Zz4='];
  for (const other of [...others, 'data:text/html,<script>', '', undefined]) {
    assert.equal(readLogo(other), undefined);
  }
});

test('aerial images have the addresses and places of their tiles', () => {
  const tile = { z: 1, x: 1, y: 0 };
  assert.equal(
    tileUrl('https://a.gr/{z}/{x}/{y}.png?q={other}', tile),
    'https://a.gr/1/1/0.png?q={other}',
  );
  const box = tileUrl('https://a.gr/?bbox={bbox-epsg-3857}', tile)
    .split('=')[1]!
    .split(',')
    .map(Number);
  const half = 20_037_508.342789244;
  assert.deepEqual(box.map(Math.round), [0, 0, half, half].map(Math.round));
  const at = { z: 16, x: 37_000, y: 25_300 };
  const corner = tilePosition(at, 0, 0);
  const matrix = imageTransform(at, ([x, y]) => [(x - corner[0]) * 1e4, (corner[1] - y) * 1e4]);
  const [a, b, c, d, e, f] = matrix.match(/-?[\d.]+/g)!.map(Number);
  assert.ok(a! > 50 && d! > 40, matrix);
  assert.ok([b, c, e, f].every(value => Math.abs(value!) < 1e-9));
});

/** A JPEG whose Exif part has a mark, as that of a camera has a position. */
async function photograph(page: Page, mark: string): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2000, height: 500 });
    canvas.getContext('2d')!.fillRect(0, 0, 900, 400);
    return canvas.toDataURL('image/jpeg').split(',')[1]!;
  });
  const jpeg = Buffer.from(base64, 'base64');
  const exif = Buffer.from(`Exif\0\0${mark}`);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/** The bytes of all photographs that the browser keeps, as Latin-1. */
const keptPhotos = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const open = indexedDB.open('ktima.photos', 1);
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const all = open.result.transaction('photos').objectStore('photos').getAll();
          all.onsuccess = async () => {
            const images = all.result.map(({ image }: { image: Blob }) => image.arrayBuffer());
            const bytes = await Promise.all<ArrayBuffer>(images);
            open.result.close();
            resolve(bytes.map(one => new TextDecoder('latin1').decode(one)));
          };
        };
      }),
  );

const records = 'panel and report show what the Cadastre records';
longTest(`${records}; photographs lose their data and stay here`, async t => {
  const attributes = { address: 'ΜΑΤΡΟΖΟΥ 32', main_use: '4000', link: 'https://example.gr/k' };
  await replaceRows(service.store, 'parcels', provenance, [{ ...parcels[0]!, attributes }]);
  t.after(() => replaceRows(service.store, 'parcels', provenance, parcels));
  const options = { locale: 'el-GR', permissions: ['clipboard-read', 'clipboard-write'] };
  const { page, complaints } = await openSharedPage(`${home}#kaek=050681726003`, options);

  // The panel: what is recorded, and corners with the decimal sign of the page.
  await page.getByText('ΜΑΤΡΟΖΟΥ 32').waitFor();
  const link = page.getByRole('link', { name: attributes.link });
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
  await page.getByText(el.parcel.corners).click();
  await page
    .getByRole('cell', { name: /^\d{6},\d{2}$/ })
    .first()
    .waitFor();
  const copied = async () => {
    await page.getByRole('button', { name: `${el.copy.copy} ${el.parcel.corners}` }).click();
    const copied = page.getByRole('status').filter({ hasText: el.copy.copied });
    await copied.waitFor({ state: 'attached' });
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await copied(), /\n1\t\d{6},\d{3}\t\d{7},\d{3}\t37,9\d{6}\t/);
  await page.getByRole('radio', { name: '0.00' }).check();
  await page.getByRole('button', { name: `${el.copy.copy} ${el.parcel.corners}` }).waitFor();
  assert.match(await copied(), /\n1\t\d{6}\.\d{3}\t\d{7}\.\d{3}\t37\.9\d{6}\t/);
  await assertAccessible(page, 'recorded attributes and corners');

  // The report: the same, the Greek Grid, a remark and photographs.
  await page.goto(`${home}#kaek=050681726003&view=report`);
  await signIn(page, 'maria', password, el);
  const sheet = page.locator('.sheet');
  await sheet.getByText('ΜΑΤΡΟΖΟΥ 32').waitFor();
  await sheet.getByText(/^\d{6},\d{2} · \d{7},\d{2}$/).waitFor();
  await page.getByText(own.details).click();
  await page.getByLabel(own.remark).fill('Αυτοψία στις 12/11');
  await sheet.getByText('Αυτοψία στις 12/11').waitFor();
  const jpeg = await photograph(page, 'GPS 37.9 23.7');
  const add = page.getByLabel(own.addPhotos);
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
  await add.setInputFiles([
    file('plan.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  ]);
  await page.getByText(own.noImage('plan.svg')).waitFor();
  await add.setInputFiles([file('broken.jpg', 'image/jpeg', jpeg.subarray(0, 40))]);
  await page.getByText(own.noImage('broken.jpg')).waitFor();
  await add.setInputFiles(Array.from({ length: 11 }, () => file('a.jpg', 'image/jpeg', jpeg)));
  await page.getByText(own.tooManyPhotos(10)).waitFor();
  await page.getByLabel(own.chooseLogo).setInputFiles([file('logo.jpg', 'image/jpeg', jpeg)]);
  await sheet.locator('.sheet-logo').waitFor();
  const kept = await keptPhotos(page);
  assert.equal(kept.length, 10);
  assert.ok(kept.every(bytes => bytes.startsWith('\u00ff\u00d8') && !/Exif|GPS/.test(bytes)));
  await assertAccessible(page, 'the report with photographs');
  await assertFits(page, 'the report with photographs');

  // They are there after a reload, and go with their property.
  await page.reload();
  await sheet.getByRole('img', { name: own.photo(10) }).waitFor();
  const [width, height] = await sheet
    .getByRole('img', { name: own.photo(1), exact: true })
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  assert.deepEqual([width, height], [1600, 400]);
  await sheet.getByRole('button', { name: `${own.removePhoto} ${own.photo(10)}` }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: own.removePhoto }).click();
  await sheet.getByRole('img', { name: own.photo(10) }).waitFor({ state: 'detached' });
  assert.equal((await keptPhotos(page)).length, 9);

  // Captions and the order stay, and are in an export, which an import restores.
  const first = sheet.locator('.sheet-photos li').first();
  await first.getByLabel(own.caption).fill('Πρόσοψη');
  await first.getByRole('button', { name: own.later }).click();
  await sheet.getByRole('img', { name: `${own.photo(2)}: Πρόσοψη` }).waitFor();
  await page.goto(`${home}#view=properties`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: properties.export(1) }).click();
  const path = await (await download).path();
  const captions = readFile(await readText(path, 'utf8'))[0]!.photos!.map(({ caption }) => caption);
  assert.deepEqual(captions, ['', 'Πρόσοψη', ...Array(7).fill('')]);
  const remove = async () => {
    await page.getByRole('button', { name: /^Λεπτομέρειες/ }).click();
    await page.getByRole('button', { name: /^Διαγραφή 0/ }).click();
    await question.getByText(properties.loses(9)).waitFor();
    await question.getByRole('button', { name: properties.remove }).click();
  };
  await remove();
  await page.getByLabel(properties.import).setInputFiles(path);
  await page.getByText(properties.imported(1, 0)).waitFor();
  assert.equal((await keptPhotos(page)).length, 9);
  await remove();
  await page.waitForFunction(
    () =>
      new Promise(resolve => {
        const open = indexedDB.open('ktima.photos', 1);
        open.onsuccess = () => {
          const count = open.result.transaction('photos').objectStore('photos').count();
          count.onsuccess = () => {
            open.result.close();
            resolve(count.result === 0);
          };
        };
      }),
  );
  assert.deepEqual(complaints, []);
});
