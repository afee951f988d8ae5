import type { Found } from '../../state/subject/find.ts';
import { useIsSignedIn } from '../../tools/requests/sign-in-invitation.tsx';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
import { BuildingFacts } from './building-facts.tsx';
import { useBuildingWords } from './words.ts';

/** Buildings that the panel lists one by one. */
const mostListed = 5;

/** What stands on the parcel of a subject, or at its point; undefined until it is known. */
export function useBuildings(found: Found) {
  const client = useClient();
  const isSignedIn = useIsSignedIn();
  const { parcel, latitude, longitude, isExact } = found;
  const question = parcel ? { kaek_code: parcel.kaek } : { latitude, longitude };
  const isAsked = isSignedIn && (parcel !== undefined || isExact);
  const [request] = useRequest(isAsked ? JSON.stringify(question) : undefined, signal =>
    client.buildings(question, { signal }),
  );
  return request.state === 'answered' ? request.answer : undefined;
}

/** The section of buildings; nothing if none are loaded. */
export function BuildingsSection({ found }: { found: Found }) {
  const { own } = useBuildingWords();
  const answer = useBuildings(found);
  if (!answer || answer.sources.length === 0) return null;
  return (
    <section class="block">
      <h2>{own.heading}</h2>
      <BuildingFacts answer={answer} most={mostListed} />
    </section>
  );
}
