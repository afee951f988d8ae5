import assert from 'node:assert/strict';
import test from 'node:test';
import { parseSrsName } from '#importing/readers/crs/srs-name.ts';
import { casesIn } from '../../cases.ts';

test('a name of a system has its number, and says whether latitude comes first', () => {
  for (const [name, epsg, first] of casesIn(`
    urn:ogc:def:crs:EPSG::4326                      | 4326   | latitude
    urn:ogc:def:crs:EPSG::4258                      | 4258   | latitude
    urn:ogc:def:crs:EPSG:6.9:4258                   | 4258   | latitude
    urn:x-ogc:def:crs:EPSG:4326                     | 4326   | latitude
    http://www.opengis.net/def/crs/EPSG/0/4258      | 4258   | latitude
    https://www.opengis.net/def/crs/EPSG/0/4326     | 4326   | latitude
    urn:ogc:def:crs:EPSG::2100                      | 2100   | x
    http://www.opengis.net/def/crs/EPSG/0/2100      | 2100   | x
    urn:ogc:def:crs:EPSG::3857                      | 3857   | x
    urn:ogc:def:crs:EPSG::4121                      | 4121   | latitude
    http://www.opengis.net/def/crs/EPSG/0/4121      | 4121   | latitude
    EPSG:4121                                       | 4121   | x
    urn:ogc:def:crs:EPSG::32634                     | 32634  | x
    urn:ogc:def:crs:EPSG::25835                     | 25835  | x
    EPSG:900913                                     | 900913 | x
    ESRI:102100                                     | 102100 | x
    urn:ogc:def:crs:ESRI::102100                    | 102100 | x
    EPSG:4326                                       | 4326   | x
    epsg:4258                                       | 4258   | x
    EPSG:2100                                       | 2100   | x
    http://www.opengis.net/gml/srs/epsg.xml#4326    | 4326   | x
    urn:ogc:def:crs:OGC:1.3:CRS84                   | 4326   | x
    http://www.opengis.net/def/crs/OGC/1.3/CRS84    | 4326   | x
    CRS84                                           | 4326   | x
    urn:ogc:def:crs:EPSG::4258000                   |        | x
    osgb:BNG                                        |        | x
  `)) {
    const expected = { name, epsg: epsg ? Number(epsg) : undefined };
    assert.deepEqual(parseSrsName(name), { ...expected, latitudeFirst: first === 'latitude' });
  }
  assert.deepEqual(parseSrsName(''), { name: '', epsg: undefined, latitudeFirst: false });
});
