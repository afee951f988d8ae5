import type { PlaceType } from '../../../../client/src/types.ts';
import { groups, kinds, shapes } from './kinds.ts';

/** The symbol of a kind, as on the map: colour and shape mean the group, the sign means the kind. */
export function KindSymbol({ kind, size = 24 }: { kind: PlaceType; size?: number }) {
  const { group, sign, isPlanned } = kinds[kind];
  const { shape } = groups[group];
  return (
    <svg
      class={`symbol symbol-${group} ${isPlanned ? 'is-planned' : ''}`}
      width={size}
      height={size}
      viewBox="-1 -1 26 26"
      aria-hidden="true"
      focusable="false"
    >
      <path class="symbol-shape" d={shapes[shape]} />
      <path class="symbol-sign" d={sign} fill-rule="evenodd" />
    </svg>
  );
}
