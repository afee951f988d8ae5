import assert from 'node:assert/strict';
import test from 'node:test';
import { openOsm } from '#importing/osm/readers/osm.ts';
import { openReader } from '#importing/readers/open-reader.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { countConnections, refusal } from './files.ts';
import { zip } from './zip/zip-writer.ts';

const { put } = temporaryFolder();

test('readers connect to no address in a file', async t => {
  const { url, count } = await countConnections(t);

  const feature = `<C xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xlink="http://www.w3.org/1999/xlink"
      xsi:schemaLocation="urn:x ${url}.xsd"><member xlink:href="${url}"><F><id>1</id>
      <geometry srsName="${url}" xlink:href="${url}"/></F></member></C>`;
  const files = {
    'entity.gml': `<!DOCTYPE C [<!ENTITY x SYSTEM "${url}">]><C>&x;</C>`,
    'parameter.gml': `<!DOCTYPE C [<!ENTITY % x SYSTEM "${url}"> %x;]><C/>`,
    'dtd.gml': `<!DOCTYPE C SYSTEM "${url}"><C/>`,
    'links.gml': `<?xml version="1.0"?><?xml-stylesheet href="${url}"?>${feature}`,
    'crs.geojson': `{"type":"FeatureCollection","crs":{"type":"link","properties":{"href":"${url}"}},
      "features":[{"type":"Feature","properties":{"a":"${url}"},"geometry":null}]}`,
    'links.kml': `<kml><NetworkLink><Link><href>${url}</href></Link></NetworkLink><Placemark>
      <styleUrl>${url}</styleUrl><Model><Link><href>${url}</href></Link></Model></Placemark></kml>`,
    'dtd.kml': `<!DOCTYPE kml SYSTEM "${url}"><kml/>`,
    'links.kmz': zip([
      {
        name: 'doc.kml',
        content: `<kml><NetworkLink><Url><href>${url}</href></Url></NetworkLink></kml>`,
      },
    ]),
    'esri.json': `{"spatialReference":{"wkt":"${url}"},"url":"${url}","features":[]}`,
    'wkt.csv': `id,wkt\n1,"${url}"\n`,
    'names.csv': `id,name\n1,${url}\n2,"=HYPERLINK(""${url}"")"\n`,
    'names.zip': zip([
      { name: url, content: 'x' },
      { name: 'a.csv', content: `id\n${url}\n` },
    ]),
  };
  for (const [name, content] of Object.entries(files))
    await refusal(openReader, put(name, content));
  const osm = put('dtd.osm', `<!DOCTYPE osm SYSTEM "${url}"><osm/>`);
  await assert.rejects(async () => {
    for await (const _ of (await openOsm(osm)).elements({ nodes: true }));
  }, /document type/);
  assert.equal(count(), 0);
});
