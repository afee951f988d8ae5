import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useLocale } from '../../../tools/language/language.ts';
import { useReportWords } from '../words/words.ts';
import type { Background } from './background.ts';
import { type Paper, type PaperPoint, roundMetres } from './paper.ts';
import type { PlacedName } from './plan-names.ts';

interface PlanFrameProps {
  readonly paper: Paper;
  readonly title: string;
  /** The content of the plan as text. */
  readonly description: string;
  readonly children: ComponentChildren;
}

/**
 * A plan with its frame, scale bar and north arrow. One unit of its coordinates is a millimetre on
 * paper, so that the printed plan has its scale.
 */
export function PlanFrame({ paper, title, description, children }: PlanFrameProps) {
  const id = useId();
  const { width, height } = paper.frame;
  return (
    <svg
      class="plan"
      width={`${width}mm`}
      height={`${height}mm`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>{description}</desc>
      <clipPath id={`${id}-clip`}>
        <rect width={width} height={height} />
      </clipPath>
      <g clip-path={`url(#${id}-clip)`}>
        <rect class="plan-ground" width={width} height={height} />
        {children}
      </g>
      <NorthArrow x={width - 4} y={height - 8.4} />
      <ScaleBar paper={paper} />
      <rect class="plan-edge" x="0.15" y="0.15" width={width - 0.3} height={height - 0.3} />
    </svg>
  );
}

interface PlanBackgroundProps {
  readonly background: Background;
  readonly paper: Paper;
  /** The widths of streets in metres, if they are drawn as wide as they are. */
  readonly widths?: Readonly<Record<string, number>>;
}

/** The base map below a plan. */
export function PlanBackground({ background, paper, widths = {} }: PlanBackgroundProps) {
  const { frame, scale } = paper;
  const strokeOf = (metres: number | undefined) =>
    // Wide enough to be seen.
    metres && { 'stroke-width': Math.max(0.5, (metres * 1000) / scale) };
  return (
    <>
      {background.some(({ name, path }) => name === 'land' && path) && (
        <rect class="plan-water" width={frame.width} height={frame.height} />
      )}
      {background.map(({ name, path }) => (
        <path
          key={name}
          class={`plan-${widths[name] ? 'street' : name}`}
          d={path}
          {...strokeOf(widths[name])}
        />
      ))}
    </>
  );
}

/** A cross with a ring, where the property is. */
export function SubjectMark({ at: [x, y] }: { at: PaperPoint }) {
  return (
    <g class="plan-subject">
      <path d={`M${x - 2.4} ${y}h4.8M${x} ${y - 2.4}v4.8`} />
      <circle cx={x} cy={y} r="1.5" />
    </g>
  );
}

function NorthArrow({ x, y }: { x: number; y: number }) {
  const { own } = useReportWords();
  return (
    <g class="plan-north">
      <rect class="plan-halo" x={x - 7.4} y={y - 0.6} width="11.4" height="9" />
      <path d={`M${x} ${y}l2 7-2-1.6-2 1.6z`} />
      <text x={x - 4.6} y={y + 5.4} text-anchor="middle">
        {own.north}
      </text>
    </g>
  );
}

function ScaleBar({ paper: { frame, scale } }: { paper: Paper }) {
  const { format } = useLocale();
  // Beside the bar are the scale and the north arrow.
  const metres = roundMetres(scale, Math.min(50, frame.width - 42));
  const length = (metres * 1000) / scale;
  const [left, base] = [4, frame.height - 3];
  return (
    <g>
      <rect class="plan-halo" x="1" y={base - 4.6} width={length + 28} height="6.6" />
      <path class="plan-bar" d={`M${left} ${base - 1}v1h${length}v-1`} />
      <path class="plan-bar-half" d={`M${left} ${base - 0.35}h${length / 2}`} />
      <text x={left} y={base - 1.7} text-anchor="middle">
        0
      </text>
      <text x={left + length} y={base - 1.7} text-anchor="middle">
        {format.radius(metres)}
      </text>
      <text class="plan-ratio" x={left + length + 9} y={base}>
        {format.scale(scale)}
      </text>
    </g>
  );
}

interface PlanNameProps {
  readonly name: PlacedName;
  readonly kind: string;
  /** Of the font, in millimetres. */
  readonly size: number;
}

/** A text of one or two lines on a plan. */
export function PlanName({ name: { at, turn, lines }, kind, size }: PlanNameProps) {
  const [x, y] = at.map(value => value.toFixed(2));
  return (
    <text
      class={kind}
      transform={`translate(${x} ${y}) rotate(${turn.toFixed(1)})`}
      text-anchor="middle"
    >
      {lines.map((line, index) => (
        <tspan
          key={line}
          x="0"
          y={((index - (lines.length - 1) / 2) * size * 1.15 + size * 0.35).toFixed(2)}
        >
          {line}
        </tspan>
      ))}
    </text>
  );
}
