import { readValuation } from '#domain/property/valuation-fields.ts';
import { useLibrary } from '../../../state/library/use-library.tsx';
import type { Subject } from '../../../state/subject/subject.ts';
import { useStoredChoice } from '../../../tools/browser/use-kept.ts';
import type { DocumentDetails } from './document-details.ts';

/**
 * The details of a report: the preparer with the registration number is the same for all, the others
 * belong to the property, which is saved with them.
 */
export function useDocumentDetails(
  subject: Subject,
): [DocumentDetails, (change: Partial<DocumentDetails>) => void] {
  const { library } = useLibrary();
  const kept = library.find(subject);
  const [preparer = '', setPreparer] = useStoredChoice('preparer');
  const [registration = '', setRegistration] = useStoredChoice('registration');
  const { reference = '', purpose = '', remark = '', comparables = [] } = kept ?? {};
  const valuation = readValuation(kept?.valuation);
  const change = (changed: Partial<DocumentDetails>) => {
    const { preparer: named, registration: number, ...own } = changed;
    if (named !== undefined) setPreparer(named);
    if (number !== undefined) setRegistration(number);
    if (Object.keys(own).length > 0) library.change(subject, { ...own, isSaved: true });
  };
  const details = { preparer, registration, reference, purpose, remark, valuation, comparables };
  return [details, change];
}
