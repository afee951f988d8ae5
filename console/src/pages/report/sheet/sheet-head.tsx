import { useEffect, useState } from 'preact/hooks';
import { type FieldName, requiredNames } from '#domain/property/valuation-fields.ts';
import type { PropertyReport } from '../../../../../client/src/types.ts';
import { FaultText } from '../../../property/location/match-section.tsx';
import { withUnbrokenCode } from '../../../state/subject/address-text.ts';
import type { Found } from '../../../state/subject/find.ts';
import { Logo } from '../../../tools/design/logo.tsx';
import { Facts } from '../../../tools/form/fact.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { fieldLabel, useReportWords } from '../words/words.ts';
import type { DocumentDetails } from './document-details.ts';
import { loadedBetween } from './group-sources.ts';
import { isValueLed, writtenIn } from './missing-fields.ts';
import type { ParcelPlans } from './parcel-part.tsx';
import { type Note, reportNotes } from './report-notes.ts';
import { reportTitle } from './report-title.ts';
import { SummaryBox } from './summary-box.tsx';
import { usePageFoot } from './use-page-foot.ts';
import { useWritten } from './valuation-part.tsx';

interface SheetHeadProps {
  readonly report: PropertyReport;
  readonly details: DocumentDetails;
  readonly missing: readonly FieldName[];
  readonly plans: ParcelPlans | undefined;
  /** The valuer's logo as a `data:` URL. */
  readonly logo: string | undefined;
  readonly place: Found['place'];
}

/** The top of the report: its title, what the user wrote, the dates, and what was not found as asked. */
export function SheetHead({ report, details, missing, plans, logo, place }: SheetHeadProps) {
  const locale = useReportWords();
  const { own, words, format } = locale;
  const today = useToday();
  const title = reportTitle(report, locale, place);
  const loaded = loadedBetween(report.sources);
  const { template } = details.valuation;
  const heading = own.template[template ?? 'none'].title;
  usePageFoot([heading, title, details.reference]);
  const written = useWritten({ details, missing });
  const names: FieldName[] = [
    'preparer',
    'registration',
    'client',
    'users',
    'reference',
    'purpose',
  ];
  if (!isValueLed(report, details)) names.push('date');
  const rows = [
    ...written(names),
    [own.today, format.day(today)] as const,
    [own.dataOf, loaded && format.days(...loaded)] as const,
  ];
  return (
    <header>
      <div class="sheet-head">
        <div>
          <p class="eyebrow">{heading}</p>
          <h1>{withUnbrokenCode(title)}</h1>
        </div>
        {logo && <img class="sheet-logo" src={logo} alt={details.preparer || own.logo} />}
        <p class={logo ? 'sheet-brand visually-hidden' : 'sheet-brand'}>
          <Logo />
          {words.name}
        </p>
      </div>
      <Facts class="sheet-details" facts={rows} />
      {names.some(name => writtenIn(details, name)) && <p class="small">{own.valuersWords}</p>}
      {template && missing.length > 0 && (
        <p class="notice notice-warn sheet-notes">
          <strong>{own.incomplete(missing.length, requiredNames[template].length)}</strong>{' '}
          {missing.map(name => fieldLabel(own, name)).join(' · ')}
        </p>
      )}
      <SummaryBox {...{ report, details, missing, plans }} />
      <Notes notes={reportNotes(report)} />
    </header>
  );
}

function Notes({ notes }: { notes: readonly Note[] }) {
  const { own } = useReportWords();
  if (notes.length === 0) return null;
  return (
    <section class="notice notice-warn sheet-notes">
      <h2>{own.notes}</h2>
      <ul>
        {notes.map(note => (
          <li key={JSON.stringify(note)}>
            <NoteText {...note} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoteText(note: Note) {
  const { words, format } = useLocale();
  const own = useReportWords().own.note;
  if (note.kind === 'fault') return <FaultText field={note.field} problem={note.problem} />;
  if (note.kind === 'unit') return <>{own.unit(note.code)}</>;
  if (note.kind === 'postalCode') return <>{own.postalCode(note.used, note.found)}</>;
  const level = words.location.level[note.level];
  return <>{own.rough(level, format.distance(note.metres))}</>;
}

const checkEveryMs = 60_000;

/** Now, renewed each minute: a report that stays open over night is printed with the right date. */
function useToday(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), checkEveryMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
