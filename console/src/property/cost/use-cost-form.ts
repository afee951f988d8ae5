import { useEffect, useRef, useState } from 'preact/hooks';
import { dateInAthens } from '#domain/property/athens-time.ts';
import type { Building } from '../../state/subject/address-bar.ts';
import { type TermName, termNames } from '../../state/subject/cost-terms.ts';
import type { TypedBuilding } from '../../state/subject/history-state.ts';
import { readArea } from '../../state/subject/read-area.ts';
import { decimalSign, type Format } from '../../tools/language/format.ts';
import { useLocale } from '../../tools/language/language.ts';
import {
  type BuildingFault,
  type BuildingFaults,
  type BuildingField,
  buildingFields,
  readBuilding,
} from './read-building.ts';

/** The pause in typing after which the cost is computed. */
const pauseMs = 400;

/** What the form depends on. */
interface CostFormParts {
  /** The values in the page's URL. */
  readonly building: Building;
  readonly foundPostalCode: string | undefined;
  readonly parcelM2: number | undefined;
  /** The largest floor area that stands on the parcel, if its buildings are known. */
  readonly standsM2: number | undefined;
  /** The text that was typed here before and could not be used yet. */
  unsent(): TypedBuilding | undefined;
  /** Keeps such a text, so that it survives a change of tab. */
  keepUnsent(typed: TypedBuilding | undefined): void;
  /** Changes the values in the URL; `isSame` continues the entry of the history. */
  onChange(building: Building, isSame: boolean): void;
}

/** What the form shows, and whether the URL does not have it yet. */
interface Entry {
  readonly typed: TypedBuilding;
  readonly isPending: boolean;
}

/** What caused a reading: a pause in typing, a choice in a list, leaving a field, or the button. */
type Cause = 'pause' | 'choice' | BuildingField | 'button';

/**
 * The state of the cost form, which is read while it is typed. An invalid entry is also removed from
 * the page's URL, so that neither the panel nor the report shows the amounts of an earlier entry.
 */
export function useCostForm(parts: CostFormParts) {
  const { building, foundPostalCode, parcelM2, standsM2, unsent, keepUnsent, onChange } = parts;
  const { language, format } = useLocale();
  const [today] = useState(() => dateInAthens(new Date()));
  const [entry, setEntry] = useState(() => shownEntry());
  const [faults, setFaults] = useState(() => faultsOf(building));
  /** The same at once: a key may follow before the page is drawn again. */
  const latest = useRef(entry);
  const { typed, isPending } = entry;
  const sent = useRef(JSON.stringify(building));
  /** Whether the URL already has a part of this edit. */
  const isContinued = useRef(false);
  /** Unusual values that the user has confirmed, here or before the link was made. */
  const confirmed = useRef(building);

  // Back and forward change the building too.
  useEffect(() => {
    if (sent.current === JSON.stringify(building)) return;
    sent.current = JSON.stringify(building);
    confirmed.current = building;
    show(shownEntry());
    setFaults(faultsOf(building));
    // Only then: a drawing before the page has the values that were sent must not undo them.
  }, [building]);

  function shownEntry(): Entry {
    const kept = unsent();
    return {
      typed: kept ?? typedOf(building, foundPostalCode, format),
      isPending: kept !== undefined,
    };
  }
  function show(next: Entry): void {
    latest.current = next;
    setEntry(next);
  }

  const send = (next: Building) => {
    sent.current = JSON.stringify(next);
    onChange(next, isContinued.current);
    isContinued.current = true;
  };
  const read = (cause: Cause, text: TypedBuilding) => {
    const found = readBuilding(text, {
      decimals: decimalSign(language),
      today,
      parcelM2,
      standsM2,
      confirmed: confirmed.current,
      foundPostalCode: building.postalCode === undefined ? foundPostalCode : undefined,
    });
    const isRefused = 'faults' in found;
    if (!isRefused) {
      keepUnsent(undefined);
      setFaults({});
      const isTyping = cause === 'pause';
      const next = isTyping ? text : typedOf(found.building, foundPostalCode, format);
      show({ typed: next, isPending: false });
      send(found.building);
    } else if (cause !== 'pause') {
      setFaults(before =>
        keepFields(
          found.faults,
          (field, { why }) =>
            [field, 'button'].includes(cause) || field in before || isQuestion(cause, why),
        ),
      );
      show({ typed: text, isPending: true });
      send(withoutValues(building));
      keepUnsent(text);
    }
    // The correction of a refused entry takes its place in the history.
    if (cause !== 'pause') isContinued.current = isRefused;
    return isRefused ? found.faults : undefined;
  };
  const latestRead = useRef(read);
  latestRead.current = read;

  useEffect(() => {
    if (!isPending || isHalfCode(typed.postalCode, building, foundPostalCode)) return undefined;
    const timer = setTimeout(() => latestRead.current('pause', typed), pauseMs);
    return () => clearTimeout(timer);
  }, [isPending, typed, building, foundPostalCode]);

  return {
    typed,
    faults,
    today,
    /** Whether the values in the URL are not yet those of the form. */
    isPending,
    type: (part: Partial<TypedBuilding>) => {
      show({ typed: { ...latest.current.typed, ...part }, isPending: true });
      // The fault of a field belonged to its previous text.
      setFaults(before => keepFields(before, field => !(field in part)));
    },
    choose: (part: Partial<TypedBuilding>) => read('choice', { ...latest.current.typed, ...part }),
    /** Reads the form when a field is left. */
    leave: (field: BuildingField) => latest.current.isPending && read(field, latest.current.typed),
    /** Reads the form; returns the first invalid field. */
    submit: () => {
      const found = read('button', latest.current.typed);
      return found && buildingFields.find(field => found[field]);
    },
    /** Takes a number that was offered in place of the text of a field. */
    take: (field: BuildingField, meant: number) => {
      confirmed.current = { ...confirmed.current, [field]: meant };
      const found = read('button', { ...latest.current.typed, [field]: format.typed(meant) });
      return found && buildingFields.find(name => found[name]);
    },
  };
}

function keepFields(
  faults: BuildingFaults,
  isKept: (field: BuildingField, fault: BuildingFault) => boolean,
): BuildingFaults {
  const entries = Object.entries(faults) as [BuildingField, BuildingFault][];
  return Object.fromEntries(entries.filter(([field, fault]) => isKept(field, fault)));
}

/** Another type may make a readable area doubtful; an area that is still missing is no fault yet. */
function isQuestion(cause: Cause, why: BuildingFault['why']): boolean {
  return cause === 'choice' && why !== 'unreadable';
}

/** A postal code may choose another town: until it is complete, or left, the page waits. */
function isHalfCode(text: string, { postalCode }: Building, found: string | undefined): boolean {
  const digits = text.replaceAll(/\s/g, '');
  return digits !== (postalCode ?? found ?? '') && digits.length !== 5;
}

/** Only the postal code, which may have chosen the property. */
function withoutValues({ postalCode }: Building): Building {
  return postalCode === undefined ? {} : { postalCode };
}

/** The question about the area of a link, as if it had been typed. */
function faultsOf({ unclearArea }: Building): BuildingFaults {
  const read = unclearArea === undefined ? undefined : readArea(unclearArea, '.');
  return read && 'meant' in read ? { buildArea: { why: 'unreadable', meant: read.meant } } : {};
}

/** The text of the form's fields for a building, in the page's language. */
function typedOf(
  building: Building,
  foundPostalCode: string | undefined,
  format: Format,
): TypedBuilding {
  const { postalCode, propertyType, buildArea, unclearArea = '', constructionYear } = building;
  const terms = termNames.map(name => {
    const value = building[name] ?? '';
    return [name, typeof value === 'number' ? format.typed(value) : value];
  });
  return {
    ...(Object.fromEntries(terms) as Readonly<Record<TermName, string>>),
    postalCode: postalCode ?? foundPostalCode ?? '',
    propertyType: propertyType ?? 'apartment',
    buildArea: buildArea === undefined ? unclearArea : format.typed(buildArea),
    constructionYear: constructionYear === undefined ? '' : String(constructionYear),
  };
}
