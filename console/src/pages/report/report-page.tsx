import { useEffect } from 'preact/hooks';
import type { PropertyReport } from '../../../../client/src/types.ts';
import { Button } from '../../tools/form/button.tsx';
import '../../tools/design/report.css';
import { NotFound } from '../../property/location/not-found.tsx';
import type { AddressBar } from '../../state/subject/address-bar.ts';
import type { Found } from '../../state/subject/find.ts';
import type { Subject } from '../../state/subject/subject.ts';
import { Developers } from '../../tools/developers/developers.tsx';
import { CopyButton } from '../../tools/form/copy-button.tsx';
import { useLocale } from '../../tools/language/language.ts';
import { Answered } from '../../tools/requests/answered.tsx';
import { isNotFound } from '../../tools/requests/describe-failure.ts';
import { useIsSignedIn } from '../../tools/requests/sign-in-invitation.tsx';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
import { DocumentForm } from './document-form.tsx';
import { ImagesForm } from './photos/photo-part.tsx';
import { useLogo, usePhotos } from './photos/use-photos.ts';
import { reportInput } from './report-input.ts';
import { missingFields } from './sheet/missing-fields.ts';
import { ReportSheet } from './sheet/report-sheet.tsx';
import { useDocumentDetails } from './sheet/use-document-details.ts';

interface ReportPageProps {
  readonly bar: AddressBar;
  /** The place that was found by its name, if the property is one. */
  readonly place: Found['place'];
  /** Other addresses that the search may have meant. */
  readonly others: Found['others'];
  /** Whether to print as soon as the report is there. */
  readonly isPrinting: boolean;
  onPrinted(): void;
  onBack(): void;
}

/** The report: a printable sheet, and a bar above it that is not printed. */
export function ReportPage(props: ReportPageProps) {
  const { bar, onBack, ...printing } = props;
  const isSignedIn = useIsSignedIn();
  const { words } = useLocale();
  const client = useClient();
  const { subject } = bar;
  const input = subject && reportInput(subject, bar.building);
  const [request, retry] = useRequest(
    isSignedIn && input ? JSON.stringify(input) : undefined,
    signal => client.propertyReport(input!, { signal }),
  );
  return (
    <main class="report" id="content" tabIndex={-1}>
      <div class="report-bar">
        <Button onClick={onBack}>{words.report.back}</Button>
        {request.state === 'answered' && (
          <>
            <CopyButton text={location.href} label={words.report.copyLink} />
            <Button look="main" onClick={() => print()}>
              {words.report.print}
            </Button>
          </>
        )}
      </div>
      {request.state !== 'answered' && <h1 class="visually-hidden">{words.report.heading}</h1>}
      {!input && <p class="quiet block">{words.report.nothing}</p>}
      {subject && request.state === 'failed' && isNotFound(request.failure) ? (
        <NotFound subject={subject} />
      ) : (
        subject && (
          <Answered
            request={request}
            onRetry={retry}
            lines={8}
            signIn={{ text: words.report.signIn }}
          >
            {report => <ReportDocument report={report} subject={subject} {...printing} />}
          </Answered>
        )
      )}
      {input && (
        <div class="report-developers">
          <Developers calls={[{ operation: 'propertyReport', input }]} />
        </div>
      )}
    </main>
  );
}

interface ReportDocumentProps
  extends Pick<ReportPageProps, 'place' | 'others' | 'isPrinting' | 'onPrinted'> {
  readonly report: PropertyReport;
  readonly subject: Subject;
}

/** The sheet, and the fields above it for what the user writes on it. */
function ReportDocument(props: ReportDocumentProps) {
  const { report, subject, place, others, isPrinting, onPrinted } = props;
  const client = useClient();
  const kaek = report.parcel?.kaek;
  // From the service: coordinates computed from WGS84 could differ by a centimetre from the imported.
  const [gridOutline] = useRequest(kaek, async signal => {
    const parcel = await client.kaekSearch({ kaek_code: kaek!, srid: 2100 }, { signal });
    return parcel.geometry;
  });
  useEffect(() => {
    if (!isPrinting || gridOutline.state === 'waiting') return undefined;
    return whenPlansAreDrawn(() => {
      onPrinted();
      print();
    });
  }, [isPrinting, onPrinted, gridOutline.state]);
  const [details, setDetails] = useDocumentDetails(subject);
  const photos = usePhotos(subject);
  const [logo, setLogo] = useLogo();
  const missing = missingFields(report, details);
  return (
    <>
      <DocumentForm {...{ details, missing }} onChange={setDetails}>
        <ImagesForm {...photos} hasLogo={logo !== undefined} onLogo={setLogo} />
      </DocumentForm>
      <ReportSheet
        report={report}
        gridOutline={gridOutline}
        details={details}
        logo={logo}
        photos={photos}
        place={place}
        others={others}
        onComparables={comparables => setDetails({ comparables })}
      />
    </>
  );
}

/** After some seconds without its background, a plan is printed as it is. */
const mostWaitMs = 5_000;

/** Calls back once no plan waits for its background. Returns a function that stops it. */
function whenPlansAreDrawn(callBack: () => void): () => void {
  const startedAt = Date.now();
  const timer = setInterval(() => {
    const isWaiting = document.querySelector('.sheet-figure[aria-busy=true]') !== null;
    if (isWaiting && Date.now() - startedAt < mostWaitMs) return;
    clearInterval(timer);
    callBack();
  }, 100);
  return () => clearInterval(timer);
}
