import { useContext, useEffect, useMemo } from 'preact/hooks';
import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import { ClientContext, useRequest } from '../../../tools/requests/use-request.ts';
import { useReportWords } from '../words/words.ts';
import { type AerialTile, imageTransform, loadAerialTiles } from './aerial-tiles.ts';
import { pathOf } from './paper.ts';
import type { ParcelDrawing } from './parcel-drawing.ts';
import { PlanFrame } from './plan-frame.tsx';
import { planBox } from './tile-numbers.ts';

/** The aerial images below a drawing, where the operator configured some. */
interface AerialImages {
  readonly tiles: readonly AerialTile[];
  readonly attribution: string;
  readonly isLoading: boolean;
}

/** Loads the aerial images of a drawing; undefined if there are none. */
export function useAerialImages(drawing: ParcelDrawing | undefined): AerialImages | undefined {
  // A report that is made on the server has no images: it asks no other host.
  const client = useContext(ClientContext);
  const [settings] = useRequest(client && drawing && 'settings', signal =>
    client!.consoleSettings({ signal }),
  );
  const map = settings.state === 'answered' ? settings.answer.map : undefined;
  const url = map?.imagery_url;
  const box = drawing && planBox(fromGreekGrid(drawing.paper.middle), drawing.paper);
  const [images] = useRequest(url && box ? JSON.stringify([url, box]) : undefined, signal =>
    loadAerialTiles(url!, box!, signal),
  );
  const tiles = images.state === 'answered' ? images.answer : undefined;
  useEffect(
    () => () => {
      for (const { href } of tiles ?? []) URL.revokeObjectURL(href);
    },
    [tiles],
  );
  const isLoading = images.state === 'waiting';
  if (!isLoading && !tiles) return undefined;
  return { tiles: tiles ?? [], attribution: map?.imagery_attribution ?? '', isLoading };
}

/** The parcel on aerial images, at the scale and in the frame of its plan. */
export function AerialPlan({ drawing, images }: { drawing: ParcelDrawing; images: AerialImages }) {
  const { own: words, format } = useReportWords();
  const { paper, rings } = drawing;
  const placed = useMemo(
    () =>
      images.tiles.map(tile => ({
        href: tile.href,
        transform: imageTransform(tile, place => paper.toPaper(toGreekGrid(place))),
      })),
    [images.tiles, paper],
  );
  return (
    <figure class="sheet-figure" aria-busy={images.isLoading}>
      <PlanFrame
        paper={paper}
        title={words.aerialPlan}
        description={words.aerialPlanText(format.scale(paper.scale))}
      >
        {placed.map(({ href, transform }) => (
          <image
            key={href}
            href={href}
            width="1"
            height="1"
            preserveAspectRatio="none"
            transform={transform}
          />
        ))}
        <path class="plan-on-image" d={rings.map(ring => pathOf(ring, true)).join('')} />
      </PlanFrame>
      <figcaption class="small">
        {words.aerialPlan} {images.attribution}
      </figcaption>
    </figure>
  );
}
