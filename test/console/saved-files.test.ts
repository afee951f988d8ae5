import assert from 'node:assert/strict';
import test from 'node:test';
import { assertAccessible, assertFits, openSharedPage, untilTrue } from './pages.ts';
import { home, inTown } from './small-console.ts';

test('properties are saved with a note, seen in another tab, exported and imported', async () => {
  const { page, complaints } = await openSharedPage(inTown);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Note').fill('Corner house');
  await page.goto(`${home}#kaek=050681726003&area=85`);
  await page.getByRole('heading', { level: 1, name: '05' }).waitFor();
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${home}#view=properties`);
  await otherTab.getByText('050681726003').waitFor();

  // In a hidden tab every click waits for a second.
  await page.bringToFront();
  await page.getByRole('button', { name: 'Properties' }).click();
  await page.getByRole('heading', { level: 1, name: 'Properties' }).waitFor();
  const details = page.getByRole('button', { name: 'Details' });
  await details.first().click();
  assert.equal(await page.getByLabel('Note').inputValue(), 'Corner house');
  await page.getByLabel('Note').fill('Corner house, sold');
  await otherTab.getByText('Corner house, sold').waitFor();
  await page.getByLabel('Labels').fill('Bank A, Volos');
  await page.getByLabel('Status').nth(1).selectOption('In progress');
  await assertAccessible(page, 'properties');
  await assertFits(page, 'properties');
  await page.getByLabel('Search the properties').fill('sold VOLOS');
  await page.getByText('1 of 2 properties').waitFor();
  // The list is as it was after a reload.
  const later = page.waitForResponse(/\/later-.*\.js/);
  await page.reload();
  await later;
  await page.getByText('1 of 2 properties').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to a file (2)' }).click();
  const path = await (await downloading).path();
  await details.first().click();
  await page.getByRole('button', { name: 'Delete 38' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “38.000000, 23.000000”?' });
  await question.getByText('What you wrote about it is lost too.').waitFor();
  await assertAccessible(page, 'question');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete 38' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No properties are saved.').waitFor();
  // The focus goes to what contained it, not to the body.
  await untilTrue(page, "document.activeElement.closest('main')");
  await page.getByRole('button', { name: 'Clear recent' }).click();
  await page.getByText('There are no recent properties.').waitFor();
  const file = page.getByLabel('Import from a file');
  await file.setInputFiles({
    name: 'hostile.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"format":"ktima-properties","version":1,"properties":[{"__proto__":1}]}'),
  });
  await page.getByText('properties[0].subject: expected an object').waitFor();
  await file.setInputFiles(path);
  await page.getByText('2 new properties were imported.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'In progress' }).getByText('Volos').waitFor();
  await page.getByText('Corner house, sold').waitFor();

  for (const box of await page.getByRole('checkbox').all()) await box.check();
  // A label for all that are chosen; they keep their own.
  await page.getByRole('textbox', { name: 'Add the label' }).fill('Bank B');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'Bank B' }).nth(1).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Volos' }).getByText('Bank B').waitFor();
  await assertAccessible(page, 'chosen properties');
  await page.setViewportSize({ width: 360, height: 740 });
  await assertFits(page, 'chosen properties');
  await page.getByRole('button', { name: '050681726003', exact: true }).click();
  await page.getByRole('tab', { name: 'Location' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('the list of properties opens without the network, sorted, with the total cost', async () => {
  const { page } = await openSharedPage(home);
  await page.waitForResponse(/saved-.*\.js/);
  for (const [at, area, amount] of [
    ['38,23', 100, '€170,050'],
    ['38.001,23', 200, '€340,100'],
  ] as const) {
    await page.evaluate(`location.hash = '#at=${at}&type=house&area=${area}&view=cost'`);
    await page.locator('.amount', { hasText: amount }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
  }
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Properties' }).click();
  await page.getByText('As new €510,150').waitFor();
  await page.getByText('(2 of 2 properties have a cost)').waitFor();
  const names = () => page.locator('.property h3').allTextContents();
  assert.deepEqual(await names(), ['38.001000, 23.000000', '38.000000, 23.000000']);
  await page.getByLabel('Order').selectOption('Name');
  assert.deepEqual(await names(), ['38.000000, 23.000000', '38.001000, 23.000000']);
  await page.getByLabel('Order').selectOption('Cost');
  assert.deepEqual(await names(), ['38.001000, 23.000000', '38.000000, 23.000000']);
  await assertAccessible(page, 'properties with costs');
});
