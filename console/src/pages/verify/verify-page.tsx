import { Button } from '../../tools/form/button.tsx';
import { Facts } from '../../tools/form/fact.tsx';
import { Field } from '../../tools/form/field.tsx';
import { FilePicker } from '../../tools/form/file-picker.tsx';
import '../../tools/design/properties.css';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type ReportKey, type Verdict, verifyText } from '#features/signing/signed-report.ts';
import type { AddressBar } from '../../state/subject/address-bar.ts';
import { decimalPair } from '../../tools/language/format.ts';
import { Answered } from '../../tools/requests/answered.tsx';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
import { useVerifyWords } from './words.ts';

/** A report with all places around it has less than 1 MB. */
const mostReportBytes = 16_000_000;

/** Checks a report against the keys of this service, in the browser. */
export function VerifyPage({ bar, onBack }: { bar: AddressBar; onBack(): void }) {
  const { own, words } = useVerifyWords();
  const client = useClient();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [isTooLarge, setIsTooLarge] = useState(false);
  const show = (next: { text: string; asked: string }) => {
    setText(next.text);
    setAsked(next.asked);
    setIsTooLarge(false);
  };
  // `bar` is another one after each change of the address, also by Back. A verdict must not stay
  // beside another link.
  useLayoutEffect(() => {
    const summary = linkedSummary();
    show({ text: summary, asked: summary });
  }, [bar]);
  useEffect(() => {
    document.title = `${words.tabs.verify} · ${words.name}`;
  }, [words]);
  const [request, retry] = useRequest(asked || undefined, async signal => {
    const { keys } = await client.reportKeys({ signal });
    return judge(asked, keys as readonly ReportKey[]);
  });
  const choose = async (file: File) => {
    leaveLink();
    show({ text: '', asked: '' });
    setIsTooLarge(file.size > mostReportBytes);
    if (file.size <= mostReportBytes) setAsked((await file.text()).trim());
  };
  return (
    <main class="properties verify" id="content" tabIndex={-1}>
      <Button onClick={onBack}>{words.report.back}</Button>
      <h1>{words.tabs.verify}</h1>
      <p>{own.intro}</p>
      <form
        onSubmit={event => {
          event.preventDefault();
          leaveLink();
          show({ text, asked: text.trim() });
        }}
      >
        <FilePicker
          label={own.choose}
          accept=".json,.txt,application/json,text/plain"
          onFiles={([file]) => void choose(file)}
        />
        <Field
          label={own.paste}
          rows={4}
          value={text}
          onInput={next => show({ text: next, asked: '' })}
        />
        <Button look="main" type="submit" aria-disabled={text.trim() === ''}>
          {own.check}
        </Button>
      </form>
      {isTooLarge && (
        <p class="notice notice-bad" role="alert">
          {own.tooLarge}
        </p>
      )}
      <Answered request={request} onRetry={retry} lines={4}>
        {verdict => <Outcome verdict={verdict} />}
      </Answered>
    </main>
  );
}

/** The summary in the link of a QR code. Browsers do not send what comes after `#`. */
function linkedSummary(): string {
  return new URLSearchParams(location.hash.replace(/^#/, '')).get('summary') ?? '';
}

/** A file or a pasted text is not what the link of the address has. */
function leaveLink(): void {
  if (linkedSummary() !== '') history.pushState(history.state, '', '#view=verify');
}

type Judged = Verdict | 'not JSON';

async function judge(text: string, keys: readonly ReportKey[]): Promise<Judged> {
  return verifyText(text, keys).catch(() => 'not JSON');
}

function Outcome({ verdict }: { verdict: Judged }) {
  const { own, format } = useVerifyWords();
  if (verdict === 'not JSON' || verdict.state === 'invalid') {
    return (
      <div class="notice notice-bad" role="alert">
        <h2>{own.invalid}</h2>
        <p>{verdict === 'not JSON' ? own.notJson : own.reasons[verdict.reason]}</p>
      </div>
    );
  }
  if (verdict.state === 'only the code') {
    return (
      <div class="notice notice-warn" role="status">
        <h2>{own.onlyCode}</h2>
        <p>{own.onlyCodeText}</p>
      </div>
    );
  }
  const { state, leakedAt } = verdict;
  return (
    <section role="status">
      <div class={`notice ${state === 'leaked' ? 'notice-warn' : 'notice-good'}`}>
        <h2>{own.headings[state]}</h2>
        {leakedAt && <p>{own.leakedText(format.day(leakedAt.slice(0, 10)))}</p>}
        <p>{state === 'summary only' ? own.compareSummary : own.compare}</p>
      </div>
      <SignedFacts verdict={verdict} />
    </section>
  );
}

function SignedFacts({ verdict }: { verdict: Extract<Verdict, { summary: object }> }) {
  const { own, format } = useVerifyWords();
  const { summary, signedAt, kid, versions } = verdict;
  const rows: [string, string | null][] = [
    [own.code, summary.code],
    [own.signedAt, format.moment(signedAt)],
    [own.address, summary.address],
    [own.query, summary.query && `«${summary.query}»`],
    ['KAEK', summary.kaek],
    [own.position, decimalPair(summary.latitude, summary.longitude)],
    [own.asNew, summary.as_new === null ? null : format.rate(summary.as_new)],
    [own.asIs, summary.as_is === null ? null : format.rate(summary.as_is)],
    [own.key, kid],
    [
      own.data,
      Object.entries(versions)
        .map(entry => entry.join(' '))
        .join(' · '),
    ],
  ];
  return <Facts class="facts verify-facts" facts={rows} />;
}
