import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import type { Language } from '#tools/notation/languages.ts';
import { type Words, words } from '../messages/summary-words.ts';
import type { Sections, Summary } from './summary-body.ts';
import { circleMap, nearMap, overviewMap } from './summary-map.ts';
import { type ColumnKind, isText, type SummaryTable, summaryTables } from './tables.ts';

/** The land behind the maps, and its attribution. */
export interface Land {
  readonly geometry: PolygonGeometry;
  readonly licence: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, sign => entities[sign]!);
}

/** How numbers are written in a language. */
function numbersIn(language: string) {
  const format = (options: Intl.NumberFormatOptions) => {
    const { format } = new Intl.NumberFormat(language, options);
    return (value: number) => format(value);
  };
  return {
    whole: format({ maximumFractionDigits: 0 }),
    euro: format({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    share: format({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  };
}

const [greek, english] = [numbersIn('el'), numbersIn('en')];
const degrees = new Intl.NumberFormat('en', { minimumFractionDigits: 5, maximumFractionDigits: 5 });

function shown(value: string | number | Words, kind: ColumnKind): string {
  if (typeof value === 'object') return both(value);
  if (typeof value === 'string' || isText(kind)) return escaped(String(value));
  if (kind === 'degrees') return degrees.format(value);
  return both(words(greek[kind](value), english[kind](value)));
}

/** Both languages; the page shows one of them. */
function both({ el, en }: Words): string {
  if (el === en) return escaped(el);
  return `<span lang="el">${escaped(el)}</span><span lang="en">${escaped(en)}</span>`;
}

const attributeOf = (kind: ColumnKind, language: Language) =>
  ` class="${isText(kind) ? kind : 'number'}"${kind === 'message' ? ` lang="${language}"` : ''}`;

function tableOf({ title, note, columns, rows }: SummaryTable, language: Language): string {
  if (rows.length === 0) return '';
  const head = columns.map(
    ({ kind, ...name }) =>
      `<th scope="col" class="${isText(kind) ? kind : 'number'}">${both(name)}</th>`,
  );
  const body = rows.map(row => {
    const cells = row.map((value, i) => {
      const { kind } = columns[i]!;
      return `<td${attributeOf(kind, language)}>${shown(value, kind)}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<section><h2>${both(title)}</h2>${note ? `<p>${both(note)}</p>` : ''}<div class="wide"><table><thead><tr>${head.join('')}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div></section>`;
}

function mapsOf({ map, circles }: Sections, { geometry, licence }: Land): string {
  if (map.cells.length === 0) return '';
  const overview = words(
    'Κάθε κουκκίδα είναι μία ή περισσότερες γραμμές· το μέγεθος δείχνει το ποσό. Οι αριθμοί είναι των κύκλων πιο κάτω.',
    'Each dot is one or more rows; its size shows the amount. The numbers are those of the circles below.',
  );
  const near = nearMap(map, circles, geometry, 'near');
  const own = circles.map((circle, i) => {
    const { radius_m, exposure_eur: sum_eur, rows, rows_rough: rough } = circle;
    const { exposure_rough_eur: sum_rough_eur } = circle;
    const caption = words(
      `${i + 1}: ${greek.whole(sum_eur)} € σε ${greek.whole(radius_m)} m, ${greek.whole(rows)} ${rows === 1 ? 'γραμμή' : 'γραμμές'}${rough > 0 ? `, ${greek.whole(rough)} κατά προσέγγιση με ${greek.whole(sum_rough_eur)} €` : ''}`,
      `${i + 1}: € ${english.whole(sum_eur)} within ${english.whole(radius_m)} m, ${english.whole(rows)} ${rows === 1 ? 'row' : 'rows'}${rough > 0 ? `, ${english.whole(rough)} only roughly with € ${english.whole(sum_rough_eur)}` : ''}`,
    );
    const id = `circle-${i + 1}`;
    return `<figure>${circleMap(circle, geometry, id)}<figcaption id="${id}">${both(caption)}</figcaption></figure>`;
  });
  const source = polygonCount(geometry) > 0 ? `<p class="source">${escaped(licence)}</p>` : '';
  return `<section class="maps${source ? '' : ' without-land'}"><h2>${both(words('Χάρτης', 'Map'))}</h2>
<figure>${overviewMap(map, circles, geometry, 'overview')}<figcaption id="overview">${both(overview)}</figcaption></figure>
${near ? `<figure>${near}<figcaption id="near">${both(words('Γύρω από τους κύκλους.', 'Around the circles.'))}</figcaption></figure>` : ''}
<div class="circles">${own.join('\n')}</div>${source}</section>`;
}

function polygonCount({ coordinates }: PolygonGeometry): number {
  return coordinates.length;
}

/** One page without any other file. The switch of the language needs no script, so none may run. */
export function summaryPage(summary: Summary, land: Land): string {
  const { input, date, language, rows, notes } = summary;
  const about = words(
    `${greek.whole(rows)} γραμμές, ${date}`,
    `${english.whole(rows)} rows, ${date}`,
  );
  const [terms, totals, certainty, ...tables] = summaryTables(summary).map(table =>
    tableOf(table, language),
  );
  return `<!doctype html>
<html lang="el">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(input)}</title>
<style>${pageStyle}</style>
</head>
<body>
<input type="radio" name="language" id="el" checked><label for="el">Ελληνικά</label>
<input type="radio" name="language" id="en"><label for="en">English</label>
<main>
<h1>${escaped(input)}</h1>
<p>${both(about)}</p>
${terms}
${notes.length > 0 ? `<ul>${notes.map(note => `<li lang="${language}">${escaped(note)}</li>`).join('')}</ul>` : ''}
${totals}
${certainty}
${mapsOf(summary, land)}
${tables.join('\n')}
</main>
</body>
</html>
`;
}

const pageStyle = `
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 75rem; padding: 0 1rem; color: #1b1f24; background: #fff; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; }
ul { padding-left: 1.2rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #d4d9df; padding: .3rem .6rem; text-align: left; vertical-align: top; }
.text { overflow-wrap: anywhere; min-width: 8rem; } .list, .message { overflow-wrap: anywhere; min-width: 18rem; }
th { background: #f2f4f7; vertical-align: bottom; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } th.number { white-space: normal; }
label { margin-right: 1rem; }
figure { margin: 0; }
figcaption, .source { font-size: .85rem; margin: .2rem 0 .6rem; }
svg { display: block; width: 100%; height: auto; border: 1px solid #d4d9df; }
svg text { font: 12px system-ui, sans-serif; fill: #1b1f24; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
.maps > figure { max-width: 50rem; }
.circles { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: .6rem 1rem; }
.sea { fill: #dfeaf3; } .land { fill: #f7f5ef; stroke: #9aa7b1; stroke-width: .7; fill-rule: evenodd; }
.without-land .sea { fill: #f7f5ef; }
.rows { fill: #0b5c8a; fill-opacity: .6; stroke: #fff; stroke-width: .5; }
.ring { fill: #b3261e; fill-opacity: .08; stroke: #b3261e; stroke-width: 1.5; }
.scale { fill: none; stroke: #1b1f24; }
#el:checked ~ main span[lang=en], #en:checked ~ main span[lang=el] { display: none; }
@media (max-width: 40rem) { .maps > figure text { font-size: 22px; } }
@media print { input, label { display: none; } body { margin: 0; max-width: none; font-size: 10px; } .wide { overflow: visible; } thead { display: table-header-group; } tr, figure { break-inside: avoid; } h2 { break-after: avoid; } th, td { padding: .2rem .35rem; } .text { min-width: 5rem; } .list, .message { min-width: 12rem; } .maps > figure { max-width: 12cm; } .circles { grid-template-columns: repeat(5, 1fr); } }
`;
