/**
 * The EPSG number of the coordinate system that a .prj file describes in well-known text: by the
 * authority it names, or else by names and parameters, as ESRI's programs name none. Undefined for
 * a system that is not known here.
 */
export function epsgOfPrj(text: string): number | undefined {
  const system = text.replace(/\s/g, '');
  // Only the outermost element's: a unit has an authority of its own.
  const named = /(?:AUTHORITY|ID)\["EPSG","?(\d{4,6})"?\]\]$/i.exec(system)?.[1];
  if (named !== undefined) return Number(named);
  return /^PROJ/i.test(system) ? epsgOfProjected(system) : epsgOfGeographic(system);
}

const wgs84 = /"(?:GCS_|D_)?WGS_?(?:19)?84"/i;
const etrs89 = /"(?:GCS_|D_)?ETRS_?(?:19)?89"|European_Terrestrial_Ref/i;
const ggrs87 = /"(?:GCS_|D_)?(?:GGRS|HGRS|EGSA|ΕΓΣΑ)_?(?:19)?87|Greek_Geodetic_Reference/i;

function epsgOfGeographic(system: string): number | undefined {
  if (!/^GEOG/i.test(system)) return undefined;
  if (wgs84.test(system)) return 4326;
  if (etrs89.test(system)) return 4258;
  return ggrs87.test(system) ? 4121 : undefined;
}

function epsgOfProjected(system: string): number | undefined {
  if (/Mercator_Auxiliary_Sphere|Web_?Mercator|Pseudo-Mercator/i.test(system)) return 3857;
  if (ggrs87.test(system)) return isGreekGrid(system) ? 2100 : undefined;
  const zone = /^PROJCS\["WGS_?(?:19)?84_?\/?UTM_?zone_?(\d\d?)([NS])"/i.exec(system);
  return zone ? (zone[2]!.toUpperCase() === 'N' ? 32600 : 32700) + Number(zone[1]) : undefined;
}

/** Some offices shift its origin; such coordinates are others. */
function isGreekGrid(system: string): boolean {
  const parameter = (name: string) =>
    Number(new RegExp(`PARAMETER\\["${name}",([^,\\]]+)`, 'i').exec(system)?.[1]);
  return (
    parameter('central_meridian') === 24 &&
    parameter('latitude_of_origin') === 0 &&
    parameter('scale_factor') === 0.9996 &&
    parameter('false_easting') === 500_000 &&
    parameter('false_northing') === 0
  );
}
