import type { Language } from '#tools/notation/languages.ts';
import type { GridsAnswer } from '../../../../client/src/types.ts';
import type { Found } from '../../state/subject/find.ts';
import { Facts } from '../../tools/form/fact.tsx';
import { wordsHook } from '../../tools/language/language.ts';
import { licenceName, sourceName } from '../../tools/language/source-name.ts';
import { useIsSignedIn } from '../../tools/requests/sign-in-invitation.tsx';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
import { questionOf } from './zone-answers.ts';

type Row = GridsAnswer['grids'][number];

const el = {
  heading: 'Έδαφος και μετρήσεις',
  slope: (percent: string, points: string) => `κλίση ${percent} %${points}`,
  falls: (point: string) => ` προς ${point}`,
  points: ['Β', 'ΒΑ', 'Α', 'ΝΑ', 'Ν', 'ΝΔ', 'Δ', 'ΒΔ'],
  mean: 'μέση τιμή',
  part: (share: string) => `μετρήθηκε το ${share}`,
  cells: (metres: string) => `ανά ${metres} m`,
  no_data: 'Δεν υπάρχει τιμή εδώ',
  outside: 'Έξω από την περιοχή της μέτρησης',
};

const en: typeof el = {
  heading: 'Ground and measurements',
  slope: (percent: string, points: string) => `slope ${percent}%${points}`,
  falls: (point: string) => ` to ${point}`,
  points: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
  mean: 'mean',
  part: (share: string) => `measured for ${share}`,
  cells: (metres: string) => `cells of ${metres} m`,
  no_data: 'No value here',
  outside: 'Outside of the measured area',
};

const useGridWords = wordsHook({ el, en });
type GridLocale = ReturnType<typeof useGridWords>;

/** What was measured at a place, for the panel and the report; nothing if no grid is loaded. */
export function GridList({
  answer,
  isPrinted = false,
}: {
  answer: GridsAnswer;
  isPrinted?: boolean;
}) {
  const locale = useGridWords();
  const { own, language, words } = locale;
  const rows = answer.grids.filter(({ result }) => result !== 'not_loaded');
  if (rows.length === 0) return null;
  return (
    <>
      <h2>{own.heading}</h2>
      <Facts
        facts={rows.map(row => {
          const details = [
            ...detailTexts(row, locale),
            sourceName(row.source!, words),
            // A report has the licence once, in its table of sources.
            !isPrinted && licenceName(row.licence!, 'grids', words),
          ];
          return [
            language === 'el' ? row.name_gr : row.name_en,
            [valueText(row, locale), <p class="small">{details.filter(Boolean).join(' · ')}</p>],
          ];
        })}
      />
    </>
  );
}

/** Small values, such as depths and accelerations, have more decimals. */
const number = (value: number, language: Language) =>
  value.toLocaleString(language, { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 1 });

/** The value with its unit, or why there is none. */
function valueText({ result, value, unit, range }: Row, { own, language }: GridLocale): string {
  if (result === 'no_data' || result === 'outside') return own[result];
  if (!range || range.min === range.max) return `${number(value ?? range!.min, language)} ${unit}`;
  const both = `${number(range.min, language)}–${number(range.max, language)} ${unit}`;
  return value === null ? both : `${both}, ${own.mean} ${number(value, language)}`;
}

function detailTexts(
  { slope_percent: slope, aspect_degrees: aspect, range, resolution_m: metres }: Row,
  { own, language, format }: GridLocale,
): string[] {
  const point = aspect === null ? '' : own.falls(own.points[Math.round(aspect / 45) % 8]!);
  return [
    slope === null ? '' : own.slope(number(Math.round(slope), language), point),
    range && range.measured_share < 1 ? own.part(format.percent(range.measured_share)) : '',
    metres === null ? '' : own.cells(number(metres, language)),
  ];
}

interface Accuracy {
  readonly accuracy_m?: number;
}

/** A value at a position that is known worse says little. */
const mostAccuracyMetres = 200;

/** The measurements of the property, below its zones. */
export function GridsBlock({ found }: { found: Found }) {
  const client = useClient();
  const isSignedIn = useIsSignedIn();
  const { accuracy_m: metres = 0, ...question }: ReturnType<typeof questionOf> & Accuracy =
    questionOf(found);
  const isAsked = isSignedIn && metres <= mostAccuracyMetres;
  const [request] = useRequest(isAsked ? JSON.stringify(question) : undefined, signal =>
    client.grids(question, { signal }),
  );
  if (request.state !== 'answered') return null;
  return (
    <section class="block">
      <GridList answer={request.answer} />
    </section>
  );
}
