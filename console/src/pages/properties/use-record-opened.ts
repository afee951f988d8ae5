import { useEffect } from 'preact/hooks';
import { isSameBuilding, type KeptAddress } from '../../state/library/property.ts';
import { useLibrary } from '../../state/library/use-library.tsx';
import type { Building } from '../../state/subject/address-bar.ts';
import { addressText, type FoundAddress, metresAway } from '../../state/subject/address-text.ts';
import type { Found } from '../../state/subject/find.ts';

/** Records each property that is found as opened, with the values of its building. */
export function useRecordOpened(found: Found | undefined, building: Building): void {
  const { library } = useLibrary();
  useEffect(() => {
    if (!found) return;
    const { subject, address, latitude, longitude } = found;
    const { unclearArea: _, ...known } = building;
    const hasValues = Object.keys(known).length > 0;
    library.change(subject, {
      openedAt: new Date().toISOString(),
      address: address ? keptAddress(address) : null,
      position: { latitude, longitude },
      // An amount belongs to its building.
      ...(!isSameBuilding(library.find(subject)?.building ?? {}, known) &&
        hasValues && { cost: undefined }),
      // A link without a building must not remove the values that were kept.
      ...(hasValues && { building: known }),
    });
  }, [library, found, building]);
}

function keptAddress(address: FoundAddress): KeptAddress {
  const metres = metresAway(address);
  return {
    el: address.formatted_address,
    en: addressText(address, 'en'),
    ...(metres !== undefined && { metres }),
  };
}
