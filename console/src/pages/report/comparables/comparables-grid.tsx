import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import {
  adjustedPrice,
  adjustedRange,
  adjustmentNames,
  adjustmentSum,
} from '#domain/property/comparables.ts';
import type { PropertyReport } from '../../../../../client/src/types.ts';
import type { ChosenComparable } from '../../../state/library/property.ts';
import { readOutline } from '../../../state/subject/outline.ts';
import { Scrolled, TableHead } from '../../../tools/form/table-head.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { LocatorPlan } from '../plan/locator-plan.tsx';
import { useComparablesWords } from './words.ts';

interface GridProps {
  readonly report: PropertyReport;
  readonly rows: readonly ChosenComparable[];
  /** Floor and unit of the subject, as the valuer wrote them. */
  readonly unit: string | undefined;
  /** Changes a row; without it nothing can be typed. */
  onRow?: ((index: number, row: ChosenComparable) => void) | undefined;
}

/** As many columns as an A4 page has beside the subject. */
const mostColumns = 5;

/** The subject and the comparables side by side, with the valuer's adjustments, and a map of them. */
export function ComparablesGrid(props: GridProps) {
  const { report, rows } = props;
  const { own, format } = useComparablesWords();
  const { least, most, mean, weights } = adjustedRange(rows);
  const whole = (euros: number) => format.number(Math.round(euros));
  const blocks = Array.from({ length: Math.ceil(rows.length / mostColumns) }, (_, i) => i);
  const isWeighted = rows.some(({ weight }) => weight !== undefined);
  return (
    <>
      <div class="comparables-first">
        <Block {...props} from={0} />
        <ComparablesMap {...{ report, rows }} />
      </div>
      {blocks.slice(1).map(block => (
        <Block key={block} {...props} from={block * mostColumns} />
      ))}
      <p class="strong">
        {own.range(whole(least), whole(most))} {mean !== undefined && own.mean(whole(mean))}
        {isWeighted && mean === undefined && own.weights(format.inPercent(weights))}
      </p>
    </>
  );
}

/** Some of the comparables beside the subject, a column each. */
function Block({ report: { query }, rows, unit, onRow, from }: GridProps & { from: number }) {
  const { own, words, format } = useComparablesWords();
  const shown = rows.slice(from, from + mostColumns);
  const types: Readonly<Record<string, string>> = { ...words.cost.types, land: own.land };
  const typeOf = (type: string | null) => (type === null ? '' : (types[type] ?? type));
  const signed = (percent: number) =>
    `${percent > 0 ? '+' : ''}${format.inPercent(percent).replace('-', '−')}`;
  const change = (index: number, part: Partial<ChosenComparable>) =>
    onRow?.(from + index, { ...shown[index]!, ...part });
  const line = (
    name: string,
    subject: ComponentChild,
    cell: (row: ChosenComparable, index: number) => ComponentChild,
    look = 'number',
  ) => (
    <tr class={look}>
      <th scope="row">{name}</th>
      <td>{subject}</td>
      {shown.map((row, index) => (
        <td key={index}>{cell(row, index)}</td>
      ))}
    </tr>
  );
  /** A line of the valuer: on the screen always, on paper only if it is filled. */
  const filled = (
    isFilled: boolean,
    name: string,
    cell: (row: ChosenComparable, index: number) => ComponentChild,
    subject: ComponentChild = '',
    look = 'number',
  ) => (onRow || isFilled) && line(name, subject, cell, isFilled ? look : `${look} not-printed`);
  const isUsed = rows.some(({ adjustments }) => adjustments !== undefined);
  const percent = (
    label: string,
    value: number | undefined,
    onPercent: (percent: number | undefined) => void,
    text = signed,
  ) => <Percent {...{ label, value, text, onPercent }} isTyped={onRow !== undefined} />;
  return (
    <Scrolled class="comparables-scroll" label={own.heading}>
      <table class="sheet-table comparables-grid">
        <TableHead
          columns={['#', own.subject, ...shown.map((_, index) => String(from + index + 1))]}
        />
        <tbody>
          {line(
            own.place,
            '',
            row => (
              <>
                {row.address ?? own.noAddress} <span class="small">{row.source}</span>
              </>
            ),
            '',
          )}
          {line(own.kindOf, '', row => own.kind[row.kind], '')}
          {line(own.type, typeOf(query.property_type), row => typeOf(row.property_type), '')}
          {line(own.date, '', row => format.dayInFigures(row.date))}
          {line(own.metres, '', row => format.distance(row.distance_m))}
          {line(own.area, query.build_area !== null && format.area(query.build_area), row =>
            format.area(row.area_m2),
          )}
          {line(own.year, query.construction_year, row => row.construction_year ?? '–')}
          {filled(
            rows.some(({ floor }) => floor),
            own.floorOf,
            (row, index) => (
              <Typed
                label={`${own.floorOf} ${from + index + 1}`}
                text={row.floor ?? ''}
                isTyped={onRow !== undefined}
                onText={floor => change(index, { floor })}
              />
            ),
            unit,
            '',
          )}
          {line(own.price, '', row => format.rate(row.price_eur))}
          {line(own.perM2, '', row => format.number(Math.round(row.price_eur / row.area_m2)))}
          {adjustmentNames.map(name =>
            filled(
              rows.some(({ adjustments }) => adjustments?.[name] !== undefined),
              own.adjustment[name],
              (row, index) =>
                percent(
                  `${own.adjustment[name]} ${from + index + 1}`,
                  row.adjustments?.[name],
                  value => {
                    const { [name]: _, ...others } = row.adjustments ?? {};
                    const next = value === undefined ? others : { ...others, [name]: value };
                    change(index, { adjustments: next });
                  },
                ),
            ),
          )}
          {isUsed && line(own.sum, '', row => signed(adjustmentSum(row)))}
          {line(
            own.adjusted,
            '',
            row => format.number(Math.round(adjustedPrice(row))),
            'number strong',
          )}
          {filled(
            rows.some(({ weight }) => weight !== undefined),
            own.weight,
            (row, index) =>
              percent(
                `${own.weight} ${from + index + 1}`,
                row.weight,
                value => {
                  const { weight: _, ...others } = row;
                  const next =
                    value === undefined || value < 0 ? {} : { weight: Math.min(100, value) };
                  onRow?.(from + index, { ...others, ...next });
                },
                format.inPercent,
              ),
          )}
        </tbody>
      </table>
    </Scrolled>
  );
}

interface PercentProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly isTyped: boolean;
  text(percent: number): string;
  onPercent(percent: number | undefined): void;
}

/** A percentage of the valuer: a field on the screen, a text on paper. */
function Percent({ label, value, isTyped, text, onPercent }: PercentProps) {
  const { format } = useLocale();
  const change = (typed: string) => {
    const plain = typed.trim().replace(',', '.').replace('−', '-').replace(/ ?%$/, '');
    const number = Number(plain);
    const isPercent = plain !== '' && number >= -90 && number <= 200;
    onPercent(isPercent ? Math.round(number * 100) / 100 : undefined);
  };
  return (
    <Typed
      label={`${label}, %`}
      text={value === undefined ? '' : format.typed(value)}
      printed={value === undefined ? '–' : text(value)}
      isTyped={isTyped}
      onText={change}
    />
  );
}

interface TypedProps {
  readonly label: string;
  readonly text: string;
  readonly printed?: string;
  readonly isTyped: boolean;
  onText(text: string): void;
}

function Typed({ label, text, printed = text, isTyped, onText }: TypedProps) {
  const [typed, setTyped] = useState<string>();
  if (!isTyped) return <>{printed}</>;
  return (
    <>
      <input
        class="not-printed"
        aria-label={label}
        size={4}
        maxLength={40}
        value={typed ?? text}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          onText(value);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <span class="only-printed">{printed}</span>
    </>
  );
}

const frame = { width: 180, height: 62 };

/** Where the comparables lie that have a position. */
function ComparablesMap({
  report: { position, parcel },
  rows,
}: Pick<GridProps, 'report' | 'rows'>) {
  const marks = rows.flatMap(({ latitude, longitude }, index) =>
    latitude === undefined || longitude === undefined
      ? []
      : [{ number: index + 1, position: [longitude, latitude] as const }],
  );
  if (marks.length === 0) return null;
  const centre = [position.longitude, position.latitude] as const;
  return (
    <LocatorPlan
      {...{ centre, marks, frame }}
      outline={readOutline(parcel?.geometry ?? '')}
      accuracyM={0}
    />
  );
}
