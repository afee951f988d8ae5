import assert from 'node:assert/strict';
import test from 'node:test';
import { readXml } from '#tools/files/xml.ts';
import { messageHas } from '../cases.ts';

/** Elements with their texts. The first chunk of bytes is short. */
function read(content: string | Uint8Array): Promise<string[]> {
  const bytes = Buffer.from(content as string);
  async function* chunks() {
    yield bytes.subarray(0, 60);
    for (let at = 60; at < bytes.length; at += 2 ** 20) yield bytes.subarray(at, at + 2 ** 20);
  }
  const close = (name: string, text: string) => `${name} ${text}`;
  return Array.fromAsync(readXml('a.xml', { chunks }, { open: () => undefined, close }));
}

const greek = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Αθήνα</a>`;
// Both Greek code pages have these letters at the same places.
const inBytes = (text: string) =>
  Buffer.from(Array.from(text, c => c.charCodeAt(0) - (c.charCodeAt(0) < 128 ? 0 : 0x2d0)));
const wide = Buffer.from(greek('UTF-16'), 'utf16le');

test('text is read in the encoding that is declared, or that the first bytes show', async () => {
  const encodings: readonly (readonly [string, Uint8Array])[] = [
    ['UTF-8', Buffer.from(greek('utf-8'))],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${greek('UTF-8')}`)],
    ['UTF-8 that claims to be UTF-16', Buffer.from(greek('utf-16'))],
    ['ISO-8859-7', inBytes(greek('ISO-8859-7'))],
    ['windows-1253', inBytes(greek('windows-1253'))],
    ['UTF-16, little-endian, unmarked', wide],
    ['UTF-16, little-endian', Buffer.concat([Buffer.of(0xff, 0xfe), wide])],
    ['UTF-16, big-endian', Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(wide).swap16()])],
  ];
  for (const [name, bytes] of encodings) assert.deepEqual(await read(bytes), ['a Αθήνα'], name);
  const latin = Buffer.from(greek('ISO-8859-1').replace('Αθήνα', 'Léon'), 'latin1');
  assert.deepEqual(await read(latin), ['a Léon']);
});

test('the five entities of XML and marked sections are text, which only childless elements have', async () => {
  const found = await read('<a>x<b><![CDATA[Α & Β]]> &lt;γ&gt;&amp;&apos;&quot;</b>y</a>');
  assert.deepEqual(found, [`b Α & Β <γ>&'"`, 'a ']);
});

const long = 9 * 1024 * 1024;
const attributes = Array.from({ length: 1_001 }, (_, i) => `a${i}="1"`).join(' ');
const hostile: readonly (readonly [what: string, content: string | Uint8Array, message: string])[] =
  [
    [
      'an entity',
      '<!DOCTYPE C [<!ENTITY x "file:">]><C>&x;</C>',
      'line 1, column … a document type',
    ],
    ['an endless document type', `<!DOCTYPE C [${' '.repeat(long)}`, 'no tag within'],
    ['an unknown entity', '<C>\n&x;</C>', 'line 2, column … undefined entity'],
    ['deep nesting', '<a>'.repeat(101), 'elements are nested more than 100 deep'],
    ['text without end', `<C>${'x'.repeat(long)}</C>`, 'no tag within 8388608 characters'],
    ['an attribute without end', `<C a="${'x'.repeat(long)}"/>`, 'no tag within'],
    ['a comment without end', `<C><!--${' '.repeat(long)}`, 'no tag within'],
    ['attributes without end', `<C ${attributes}/>`, 'an element with more than 1000 attributes'],
    [
      'bytes that are no UTF-8',
      Buffer.from('<C>\n12\xff</C>', 'latin1'),
      'a.xml, line 2, column 2: a byte that is not valid utf-8',
    ],
    ['an unknown encoding', '<?xml version="1.0" encoding="klingon"?><C/>', 'klingon'],
    ['an encoding that is cut', '<?xml version="1.0" encoding="UTF-8?>\n<C x="y"/>', 'column'],
    ['two roots', '<C/><C/>', 'one root'],
    ['a tag that another closes', '<a><b></a>', 'line 1, column … unexpected close tag'],
    ['a file that ends', '<a>\n<b/>\n', 'line 3, column … unclosed tag: a'],
  ];

for (const [what, content, message] of hostile) {
  test(`${what} is refused with its place, in one short sentence`, async () => {
    await assert.rejects(read(content), messageHas(message, 'BAD_DATA'));
    const error: Error = await read(content).then(
      () => assert.fail(),
      found => found,
    );
    assert.ok(/^[^\n]{1,250}$/.test(error.message), error.message);
  });
}

test('a hundred nested elements and a thousand attributes are read', async () => {
  const thousand = attributes.slice(0, attributes.lastIndexOf(' '));
  assert.equal((await read(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)).length, 100);
  assert.deepEqual(await read(`<a ${thousand}/>`), ['a ']);
});
