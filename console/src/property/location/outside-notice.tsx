import { isInGreece, isSwapped } from '#domain/property/greece.ts';
import type { Found } from '../../state/subject/find.ts';
import { pointSubject, type Subject } from '../../state/subject/subject.ts';
import { Button } from '../../tools/form/button.tsx';
import { decimalPair } from '../../tools/language/format.ts';
import { useLocale } from '../../tools/language/language.ts';

interface OutsideNoticeProps {
  readonly found: Found;
  onSearch(subject: Subject): void;
}

/** Shows that a point is not in Greece, or may not be, and offers the swapped pair if that is. */
export function OutsideNotice({ found, onSearch }: OutsideNoticeProps) {
  const { words, format } = useLocale();
  const { latitude, longitude, address, parcel, farMetres } = found;
  if (parcel || (address && farMetres === undefined)) return null;
  const { outside, noAddressNear, addressFar } = words.location;
  return (
    <div class="notice notice-warn" role="status">
      <p class="strong">
        {farMetres !== undefined
          ? addressFar(format.distance(farMetres))
          : isInGreece(latitude, longitude)
            ? noAddressNear
            : outside}
      </p>
      <p>{words.location.outsideHint}</p>
      {isSwapped(latitude, longitude) && (
        <Button onClick={() => onSearch(pointSubject(longitude, latitude))}>
          {words.location.openSwapped(decimalPair(longitude, latitude))}
        </Button>
      )}
    </div>
  );
}
