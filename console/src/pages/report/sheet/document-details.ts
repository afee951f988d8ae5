import { useState } from 'preact/hooks';
import { useLibrary } from '../../../state/library/use-library.tsx';
import { readValuation, type Valuation } from '../../../state/library/valuation-fields.ts';
import type { Subject } from '../../../state/subject/subject.ts';
import { readStoredChoice, storeChoice } from '../../../tools/browser/stored-choice.ts';

/** What the user writes on the report in a line each. */
export const detailNames = ['preparer', 'reference', 'purpose', 'registration'] as const;
/** What the user writes on the report: lines, a free text, and the fields of a valuation. */
export type DocumentDetails = Readonly<
  Record<(typeof detailNames)[number] | 'remark', string> & { valuation: Valuation }
>;

/** A report without words of a user. */
export const noDetails: DocumentDetails = {
  preparer: '',
  registration: '',
  reference: '',
  purpose: '',
  remark: '',
  valuation: {},
};

/**
 * The details of a report: the preparer with the registration number is the same for all, the others
 * belong to the property, which is saved with them.
 */
export function useDocumentDetails(
  subject: Subject,
): [DocumentDetails, (change: Partial<DocumentDetails>) => void] {
  const { library } = useLibrary();
  const kept = library.find(subject);
  const [preparer, setPreparer] = useStoredText('preparer');
  const [registration, setRegistration] = useStoredText('registration');
  const { reference = '', purpose = '', remark = '' } = kept ?? {};
  const valuation = readValuation(kept?.valuation);
  const change = (changed: Partial<DocumentDetails>) => {
    const { preparer: named, registration: number, ...own } = changed;
    if (named !== undefined) setPreparer(named);
    if (number !== undefined) setRegistration(number);
    if (Object.keys(own).length > 0) library.change(subject, { ...own, isSaved: true });
  };
  return [{ preparer, registration, reference, purpose, remark, valuation }, change];
}

/** A text of all reports of this browser. */
function useStoredText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readStoredChoice(name) ?? '');
  const change = (next: string) => {
    storeChoice(name, next);
    setText(next);
  };
  return [text, change];
}
