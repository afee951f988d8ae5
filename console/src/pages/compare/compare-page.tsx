import { Button } from '../../tools/form/button.tsx';
import '../../tools/design/report.css';
import '../../tools/design/properties.css';
import type { AddressBar, PlainProperty } from '../../state/subject/address-bar.ts';
import { findPlace } from '../../state/subject/find.ts';
import { describeFailure, isUnauthenticated } from '../../tools/requests/describe-failure.ts';
import { SignInInvitation, useIsSignedIn } from '../../tools/requests/sign-in-invitation.tsx';
import { Failure, Loading } from '../../tools/requests/unanswered.tsx';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
import { usePropertiesWords } from '../properties/words.ts';
import { reportInput } from '../report/report-input.ts';
import { type ComparedProperty, ComparisonSheet } from './comparison-sheet.tsx';

interface ComparePageProps {
  readonly bar: AddressBar;
  onChange(change: Partial<AddressBar>): void;
}

/** Two to four properties side by side, as a printable sheet. */
export function ComparePage({ bar, onChange }: ComparePageProps) {
  const isSignedIn = useIsSignedIn();
  const { own, words } = usePropertiesWords();
  const { subject, building, others = [] } = bar;
  const properties = subject && others.length > 0 ? [{ subject, building }, ...others] : [];
  const [request, retry] = useCompared(isSignedIn ? properties : []);
  const isComplete = properties.length > 0;
  const compared = request.state === 'answered' ? request.answer : [];
  const failures = compared.flatMap(one => ('failure' in one ? [one.failure] : []));
  const needsSignIn = !isSignedIn || failures.some(isUnauthenticated);
  // What one of them cannot have is in its column; what none has is the failure of the page.
  const isFailed = failures.length > 0 && failures.length === compared.length;
  const isShown = compared.length > 0 && !isFailed && !needsSignIn;
  const canRetry = failures.some(one => describeFailure(one, words).canRetry);
  return (
    <main class="report" id="content" tabIndex={-1}>
      <div class="report-bar">
        <Button onClick={() => onChange({ view: 'properties' })}>{own.toList}</Button>
        {isShown && canRetry && <Button onClick={retry}>{words.retry}</Button>}
        {isShown && (
          <Button look="main" onClick={() => print()}>
            {words.report.print}
          </Button>
        )}
      </div>
      {!isComplete && <p class="quiet block">{own.nothingToCompare}</p>}
      {isComplete && needsSignIn && <SignInInvitation text={own.signIn} />}
      {request.state === 'waiting' && <Loading lines={8} />}
      {isFailed && !needsSignIn && <Failure failure={failures[0]} onRetry={retry} />}
      {isShown && <ComparisonSheet compared={compared} />}
    </main>
  );
}

/** The reports and places of the properties, and a function that requests them again. */
function useCompared(properties: readonly PlainProperty[]) {
  const client = useClient();
  const key = properties.length > 0 ? JSON.stringify(properties) : undefined;
  return useRequest<readonly ComparedProperty[]>(key, signal =>
    Promise.all(
      properties.map(async ({ subject, building }) => {
        try {
          const [report, place] = await Promise.all([
            client.propertyReport(reportInput(subject, building), { signal }),
            findPlace(client, subject, { signal }),
          ]);
          return { subject, report, place };
        } catch (failure) {
          return { subject, failure };
        }
      }),
    ),
  );
}
