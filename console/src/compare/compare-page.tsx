import '../design/report.css';
import '../design/properties.css';
import { useLocale } from '../language/language.tsx';
import { usePropertiesWords } from '../properties/use-properties-words.ts';
import { reportInput } from '../report/report-input.ts';
import { useClient } from '../requests/client.tsx';
import { isUnauthenticated } from '../requests/describe-failure.ts';
import { Failure } from '../requests/failure.tsx';
import { Loading } from '../requests/loading.tsx';
import { useRequest } from '../requests/use-request.ts';
import { SignInInvitation } from '../session/sign-in-invitation.tsx';
import type { AddressBar, PlainProperty } from '../subject/address-bar.ts';
import { findPlace } from '../subject/find.ts';
import { type ComparedProperty, ComparisonSheet } from './comparison-sheet.tsx';

interface ComparePageProps {
  readonly bar: AddressBar;
  readonly isSignedIn: boolean;
  readonly onSignIn: (() => void) | undefined;
  onChange(change: Partial<AddressBar>): void;
}

/** Two properties side by side, as a printable sheet. */
export function ComparePage({ bar, isSignedIn, onSignIn, onChange }: ComparePageProps) {
  const { words } = useLocale();
  const own = usePropertiesWords();
  const { subject, building, other } = bar;
  const first = useCompared(isSignedIn && subject ? { subject, building } : undefined);
  const second = useCompared(isSignedIn ? other : undefined);
  const isComplete = subject !== undefined && other !== undefined;
  const failed = [first, second].filter(({ request }) => request.state === 'failed');
  const needsSignIn = !isSignedIn || failed.some(({ request }) => isDenied(request));
  return (
    <main class="report" id="content" tabIndex={-1}>
      <div class="report-bar">
        <button type="button" class="button" onClick={() => onChange({ view: 'properties' })}>
          {own.toList}
        </button>
        {first.answer && second.answer && (
          <button type="button" class="button button-main" onClick={() => print()}>
            {words.report.print}
          </button>
        )}
      </div>
      {!isComplete && <p class="quiet block">{own.nothingToCompare}</p>}
      {isComplete && needsSignIn && <SignInInvitation text={own.signIn} onSignIn={onSignIn} />}
      {isComplete && !needsSignIn && failed.length === 0 && !(first.answer && second.answer) && (
        <Loading lines={8} />
      )}
      {!needsSignIn &&
        failed.map(({ request, retry }, index) => (
          <Failure
            key={index}
            failure={request.state === 'failed' && request.failure}
            onRetry={retry}
          />
        ))}
      {first.answer && second.answer && <ComparisonSheet pair={[first.answer, second.answer]} />}
    </main>
  );
}

/** The report and the place of a property, and a function that requests them again. */
function useCompared(property: PlainProperty | undefined) {
  const client = useClient();
  const key = property && JSON.stringify(property);
  const [request, retry] = useRequest<ComparedProperty>(key, async signal => {
    const { subject, building } = property!;
    const [report, place] = await Promise.all([
      client.propertyReport(reportInput(subject, building), { signal }),
      findPlace(client, subject, { signal }),
    ]);
    return { report, place };
  });
  return { request, retry, answer: request.state === 'answered' ? request.answer : undefined };
}

function isDenied(request: { state: string; failure?: unknown }): boolean {
  return request.state === 'failed' && isUnauthenticated(request.failure);
}
