import { encode } from 'uqr';
import type { PropertyReport } from '../../../../client/src/types.ts';
import { useVerifyWords } from './words.ts';

interface ProofPartProps {
  readonly signature: PropertyReport['signature'] | undefined;
  /** Where the service is reached; undefined if its public URL is not set. */
  readonly origin: string | undefined;
}

/** The code of a signed report, and a QR code with its signed summary, for the printed sheet. */
export function ProofPart({ signature, origin }: ProofPartProps) {
  const { own } = useVerifyWords();
  if (!signature) return null;
  const page = origin === undefined ? undefined : `${origin}/#view=verify`;
  const { summary } = signature;
  return (
    <section class="sheet-part sheet-proof">
      <h2>{own.proof}</h2>
      <div>
        <QrCode text={page === undefined ? summary : `${page}&summary=${summary}`} />
        <div>
          <p>
            {own.code} <strong>{signature.code}</strong>
          </p>
          <p class="small">{own.proofText(page)}</p>
        </div>
      </div>
    </section>
  );
}

/** A path of one square for each dark module, so that it prints sharp at any size. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" aria-hidden="true">
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
