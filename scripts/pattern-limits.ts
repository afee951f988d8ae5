/** A pattern that is not linear, with the longest text that it sees. */
export interface BoundedPattern {
  readonly file: string;
  /** As JavaScript writes it: `/a+b/g`. */
  readonly pattern: string;
  /** Of the text, in characters. */
  readonly limit: number;
  readonly enforcedBy: string;
}

/** A file that builds patterns when it runs. */
export interface BuiltPatterns {
  readonly file: string;
  /** Why they are linear. Left out if the import of the file builds all: those are checked. */
  readonly because?: string;
}

/** Words around an address. Each of them takes less than a millisecond at this length. */
const inAddress = {
  file: 'src/domain/geocoder/query/noise.ts',
  limit: 256,
  enforcedBy: 'addressLength in src/domain/geocoder/geocode.ts',
};

/** The patterns that may be slower than linear; one that is linear or gone must leave the list. */
export const boundedPatterns: readonly BoundedPattern[] = [
  {
    file: 'console/src/tools/language/greek-grid.ts',
    pattern: String.raw`/^(?:[XYENΧΥ] ?[=:]? ?)?(\d[\d.,]*\d) ?[mEN]?(?: ?[,;/] ?| )(?:[XYENΧΥ] ?[=:]? ?)?(\d[\d.,]*\d) ?[mEN]?$/i`,
    limit: 100,
    enforcedBy: 'longestPair in the same file',
  },
  {
    ...inAddress,
    pattern: String.raw`/(?<![a-zα-ω0-9])\d+(?:[.,]\d+)*\s?(?:€|ευρω(?![a-zα-ω0-9])|eur(?:o|os)?(?![a-zα-ω0-9])|τ\.?\s?μ\.?(?![a-zα-ω0-9])|m2(?![a-zα-ω0-9]))/g`,
  },
  {
    ...inAddress,
    pattern: String.raw`/(?<=\d[a-zα-ω]?[\s,(]+)(?:ισ|ημ|υπ)\.?(?=[\s,)]|$)/g`,
  },
  {
    ...inAddress,
    pattern: String.raw`/(?<=[a-zα-ω0-9][\s,]+)(?<![a-zα-ω0-9])(?:εναντι|απεναντι|πλησιον|παραπλευρωσ|οπισθεν|ανωθεν|κοντα|διπλα|πισω απο|μπροστα)(?![a-zα-ω0-9])[^,;]*/g`,
  },
  {
    ...inAddress,
    pattern: String.raw`/(?<=\s\d{1,4}[a-zα-ω]?\s*[,;][^]*)(?:θεση|τοποθεσια)(?![a-zα-ω0-9])[^,;]*|(?<=^|[,;]\s*)(?:θεση|τοποθεσια)(?![a-zα-ω0-9])[^,;]*(?=[,;][^]*\s\d{1,4}[a-zα-ω]?\s*[,;])/g`,
  },
  {
    ...inAddress,
    pattern: String.raw`/(?<=^|[,;]\s*)(?:θεση|τοποθεσια)(?![a-zα-ω0-9])(?=\s*[a-zα-ω])/g`,
  },
  {
    file: 'src/tools/xlsx/number-formats.ts',
    pattern: String.raw`/"[^"]*"|[\\_*].|\[[^\]]*\]/gs`,
    limit: 255,
    enforcedBy: 'readNumberFormat in the same file',
  },
];

/** The files that build patterns from other text. */
export const builtPatterns: readonly BuiltPatterns[] = [
  { file: 'console/src/tools/language/greek-grid.ts' },
  { file: 'console/src/shell/search/read-paste.ts' },
  { file: 'console/src/shell/search/read-query.ts' },
  { file: 'src/features/api/ogc/item-parameters.ts' },
  { file: 'src/domain/geocoder/query/noise.ts' },
  { file: 'src/domain/geocoder/query/typed-coordinates.ts' },
  { file: 'src/domain/geocoder/text/stem.ts' },
  { file: 'src/tools/notation/degrees.ts' },
  { file: 'src/tools/notation/numbers.ts' },
  {
    file: 'src/http/server/server.ts',
    because: 'the paths of our routes, escaped; between them [^/]+, which ends at the next slash',
  },
  {
    file: 'src/importing/osm/rows/conditions.ts',
    because: 'words of the mapping file, which we trust; `*` stays inside a word',
  },
];
