import { useEffect, useRef, useState } from 'preact/hooks';
import { dateInAthens } from '../../../src/property/athens-time.ts';
import { yearOf } from '../../../src/property/cost.ts';
import { decimalSign, type Format } from '../language/format.ts';
import { useLocale } from '../language/language.tsx';
import type { Building } from '../subject/address-bar.ts';
import { readArea } from './read-area.ts';
import {
  type BuildingFaults,
  type BuildingField,
  buildingFields,
  readBuilding,
  type TypedBuilding,
} from './read-building.ts';

/**
 * The state of the cost form. An invalid entry is also removed from the page's URL, so that neither
 * the panel nor the report continues to show the amounts of an earlier entry.
 */
export function useCostForm(
  building: Building,
  foundPostalCode: string | undefined,
  onChange: (building: Building) => void,
) {
  const { language, format } = useLocale();
  const [thisYear] = useState(() => yearOf(dateInAthens(new Date())));
  const [typed, setTyped] = useState(() => typedOf(building, foundPostalCode, format));
  const [faults, setFaults] = useState(() => faultsOf(building));
  const sent = useRef(JSON.stringify(building));

  // Back and forward change the building too.
  useEffect(() => {
    if (sent.current === JSON.stringify(building)) return;
    sent.current = JSON.stringify(building);
    setTyped(typedOf(building, foundPostalCode, format));
    setFaults(faultsOf(building));
  }, [building, foundPostalCode, format]);

  const send = (next: Building) => {
    sent.current = JSON.stringify(next);
    onChange(next);
  };
  const submit = (part: Partial<TypedBuilding> = {}): BuildingField | undefined => {
    const entry = { ...typed, ...part };
    const read = readBuilding(entry, {
      decimals: decimalSign(language),
      thisYear,
      foundPostalCode: building.postalCode === undefined ? foundPostalCode : undefined,
    });
    const isRefused = 'faults' in read;
    setFaults(isRefused ? read.faults : {});
    setTyped(isRefused ? entry : typedOf(read.building, foundPostalCode, format));
    send(isRefused ? withoutValues(building) : read.building);
    return isRefused ? buildingFields.find(field => read.faults[field]) : undefined;
  };
  const type = (part: Partial<TypedBuilding>) => {
    setTyped(before => ({ ...before, ...part }));
    // The fault of a field belonged to its previous text.
    setFaults(({ ...left }) => {
      for (const field of buildingFields) if (field in part) delete left[field];
      return left;
    });
  };
  return { typed, faults, thisYear, type, submit };
}

/** Only the postal code, which may have chosen the property. */
function withoutValues({ postalCode }: Building): Building {
  return postalCode === undefined ? {} : { postalCode };
}

/** The question about the area of a link, as if it had been typed. */
function faultsOf({ unclearArea }: Building): BuildingFaults {
  const read = unclearArea === undefined ? undefined : readArea(unclearArea, '.');
  return read && 'meant' in read ? { buildArea: read.meant } : {};
}

/** The text of the form's fields for a building, in the page's language. */
function typedOf(
  { postalCode, propertyType, buildArea, unclearArea = '', constructionYear }: Building,
  foundPostalCode: string | undefined,
  format: Format,
): TypedBuilding {
  return {
    postalCode: postalCode ?? foundPostalCode ?? '',
    propertyType: propertyType ?? 'apartment',
    buildArea: buildArea === undefined ? unclearArea : format.typed(buildArea),
    constructionYear: constructionYear === undefined ? '' : String(constructionYear),
  };
}
