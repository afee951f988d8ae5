import type { VerifyWords } from './words-el.ts';

/** The texts of the check of signed reports in English. */
export const en: VerifyWords = {
  heading: 'Check a signed report',
  intro:
    'Choose the file of a report, or paste the text of its QR code. Your browser does the check: nothing is sent.',
  choose: 'Choose a file',
  paste: 'Text of the QR code or of the report',
  check: 'Check',
  headings: {
    valid: 'The signature is valid',
    'summary only': 'The signature is valid, for the summary only',
    leaked: 'Not proved: the key has leaked',
  },
  leakedText: day =>
    `The key that signed has leaked, since ${day}. Whoever has it can write any date.`,
  invalid: 'The signature is not valid',
  compare: 'Compare these with the document that you have.',
  compareSummary:
    'Only the facts below are signed, no other text and not the printed page. Compare them with the document, or choose the file of the report.',
  onlyCode: 'Only the code',
  onlyCodeText:
    'The code alone proves nothing. Scan the QR code, or choose the file of the report.',
  reasons: {
    'not a report': 'The file is not a property report.',
    'not signed': 'The report has no signature.',
    'damaged signature': 'The signature is cut or damaged.',
    'unknown key': 'The key that signed does not belong to this service.',
    changed: 'The content was changed after it was signed, or the signature is forged.',
    'summary of another report': 'The summary belongs to another report.',
  },
  code: 'Code',
  signedAt: 'Signed',
  address: 'Address found',
  query: 'Asked for as',
  position: 'Position',
  asNew: 'Cost as new',
  asIs: 'Value as it stands',
  key: 'Key',
  data: 'Versions of the data',
  tooLarge: 'The file is too large for a report.',
  notJson: 'The file is not a report in JSON.',
  proof: 'Verification',
  proofText: place =>
    `The service signed the data of this report. Check them by scanning the code, or at ${place}. What the preparer filled in is not signed.`,
  save: 'Signed file',
};
