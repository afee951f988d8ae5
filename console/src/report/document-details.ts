import { useState } from 'preact/hooks';
import { useLibrary } from '../properties/use-library.tsx';
import { readStoredChoice, storeChoice } from '../shell/stored-choice.ts';
import type { Subject } from '../subject/subject.ts';

/** What the user writes on the report: three lines, and a free text. */
export const detailNames = ['preparer', 'reference', 'purpose'] as const;
export type DocumentDetails = Readonly<Record<(typeof detailNames)[number] | 'remark', string>>;

/**
 * The details of a report: the preparer is the same for all, the others belong to the property,
 * which is saved with them.
 */
export function useDocumentDetails(
  subject: Subject,
): [DocumentDetails, (change: Partial<DocumentDetails>) => void] {
  const { library } = useLibrary();
  const kept = library.find(subject);
  const [preparer, setPreparer] = useState(() => readStoredChoice('preparer') ?? '');
  const { reference = '', purpose = '', remark = '' } = kept ?? {};
  const change = ({ preparer: named, ...own }: Partial<DocumentDetails>) => {
    if (named !== undefined) {
      storeChoice('preparer', named);
      setPreparer(named);
    }
    if (Object.keys(own).length > 0) library.change(subject, { ...own, isSaved: true });
  };
  return [{ preparer, reference, purpose, remark }, change];
}
