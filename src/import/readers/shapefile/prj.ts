import { canonicalEpsg } from '../../../geo/crs.ts';

/**
 * The EPSG number of the coordinate system in a .prj file: by its authority or, as ESRI's programs
 * write none, by names and parameters. Undefined for an unknown system.
 */
export function epsgOfPrj(text: string): number | undefined {
  const system = text.replace(/\s/g, '');
  // Only the authority of the outermost element: a unit has its own.
  const named = /(?:AUTHORITY|ID)\["(?:EPSG|ESRI)","?(\d{4,6})"?\]\]$/i.exec(system)?.[1];
  if (named !== undefined) return canonicalEpsg(Number(named));
  return /^PROJ/i.test(system) ? epsgOfProjected(system) : epsgOfGeographic(system);
}

/** The name of the coordinate system in a .prj file, or the start of its text. */
export function nameInPrj(text: string): string | undefined {
  const begins = text.trim().slice(0, 60);
  return /^\s*\w+\s*[[(]\s*"([^"]{1,60})/.exec(text)?.[1] ?? (begins || undefined);
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
  const meridian = centralMeridianOf(system);
  if (meridian === undefined) return undefined;
  if (ggrs87.test(system)) return meridian === 24 ? 2100 : undefined;
  const zone = (meridian + 183) / 6;
  if (!Number.isInteger(zone)) return undefined;
  if (etrs89.test(system)) return 25800 + zone;
  return wgs84.test(system) ? 32600 + zone : undefined;
}

/**
 * The central meridian of a transverse Mercator with the parameters of the Greek Grid and northern
 * UTM. Some offices shift the origin; those systems return undefined.
 */
function centralMeridianOf(system: string): number | undefined {
  const parameter = (name: string) =>
    Number(new RegExp(`PARAMETER\\["${name}",([^,\\]]+)`, 'i').exec(system)?.[1]);
  const isUsual =
    /PROJECTION\["Transverse_?Mercator"/i.test(system) &&
    parameter('latitude_of_origin') === 0 &&
    parameter('scale_factor') === 0.9996 &&
    parameter('false_easting') === 500_000 &&
    parameter('false_northing') === 0;
  return isUsual ? parameter('central_meridian') : undefined;
}
