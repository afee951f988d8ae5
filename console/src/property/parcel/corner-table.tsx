import { useState } from 'preact/hooks';
import { parcelFeature } from '#domain/property/parcels.ts';
import { pointInside } from '#tools/geo/inside.ts';
import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import type { Parcel } from '../../../../client/src/types.ts';
import { geometryOf, type Outline, readOutline } from '../../state/subject/outline.ts';
import { saveFile } from '../../tools/browser/save-file.ts';
import { useStoredChoice } from '../../tools/browser/use-kept.ts';
import { Button } from '../../tools/form/button.tsx';
import { Choice } from '../../tools/form/choice.tsx';
import { CopyButton } from '../../tools/form/copy-button.tsx';
import { TableHead } from '../../tools/form/table-head.tsx';
import { decimalSign, withDecimals } from '../../tools/language/format.ts';
import { useLocale } from '../../tools/language/language.ts';
import { Answered } from '../../tools/requests/answered.tsx';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
import { boundaryName } from './boundary-name.ts';
import { type Boundary, boundariesOf, cornersAsText } from './corners.ts';
import { writeDxf } from './write-dxf.ts';

const systems = ['grid', 'wgs84'] as const;
type System = (typeof systems)[number];

const signs = [
  [',', '0,00'],
  ['.', '0.00'],
] as const;

/** The corners of a parcel, loaded when they are opened. */
export function CornerDetails({ parcel }: { parcel: Parcel }) {
  const { words } = useLocale();
  const client = useClient();
  const [isOpen, setIsOpen] = useState(false);
  // The service has the grid coordinates as imported; from seven decimals they could be 1 cm off.
  const [request, retry] = useRequest(isOpen ? parcel.kaek : undefined, signal =>
    client.kaekSearch({ kaek_code: parcel.kaek, srid: 2100 }, { signal }),
  );
  const degrees = readOutline(parcel.geometry);
  return (
    <details class="corners" onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>{words.parcel.corners}</summary>
      <Answered request={request} onRetry={retry}>
        {({ geometry }) => {
          const metres = readOutline(geometry);
          return degrees && metres && <Corners parcel={parcel} degrees={degrees} metres={metres} />;
        }}
      </Answered>
    </details>
  );
}

interface CornersProps {
  readonly parcel: Parcel;
  readonly degrees: Outline;
  readonly metres: Outline;
}

function Corners({ parcel, degrees, metres }: CornersProps) {
  const { words } = useLocale();
  const [system, setSystem] = useState<System>('grid');
  const [sign, setSign] = useCopiedSign();
  const boundaries = boundariesOf(degrees, metres);
  const { number, easting, northing, latitude, longitude, length } = words.parcel.columns;
  const head = [number, easting, northing, latitude, longitude, length];
  const file = (ending: string) => `${parcel.kaek}.${ending}`;
  return (
    <>
      <Choice<System>
        legend={words.parcel.system}
        options={systems.map(name => [name, words.coordinates[name]])}
        chosen={system}
        isSmall
        onChoose={setSystem}
      />
      <CornerTable boundaries={boundaries} system={system} />
      <p class="corner-files">
        <CopyButton text={cornersAsText(boundaries, head, sign)} what={words.parcel.corners} />
        <Choice
          legend={words.parcel.decimalSign}
          options={signs}
          chosen={sign}
          isSmall
          onChoose={setSign}
        />
        <Button
          look="small"
          onClick={() =>
            saveFile(file('geojson'), 'application/geo+json', geoJson(parcel, degrees))
          }
        >
          GeoJSON
        </Button>
        <Button
          look="small"
          onClick={() => saveFile(file('dxf'), 'image/vnd.dxf', dxf(parcel, metres))}
        >
          {words.parcel.dxf}
        </Button>
      </p>
    </>
  );
}

/** The decimal sign of copied corners: as chosen before, otherwise that of the language. */
function useCopiedSign(): [DecimalSign, (sign: DecimalSign) => void] {
  const { language } = useLocale();
  const [chosen, choose] = useStoredChoice('copied-decimal-sign');
  return [chosen === ',' || chosen === '.' ? chosen : decimalSign(language), choose];
}

function CornerTable({ boundaries, system }: { boundaries: Boundary[]; system: System }) {
  const locale = useLocale();
  const { words, format, language } = locale;
  const { number, easting, northing, latitude, longitude, length } = words.parcel.columns;
  const isGrid = system === 'grid';
  const written = (metres: number, degrees: number) =>
    isGrid ? format.gridMetres(metres) : withDecimals(degrees, 7, decimalSign(language));
  return (
    <table class="corner-table">
      <TableHead
        columns={[number, ...(isGrid ? [easting, northing] : [latitude, longitude]), length]}
      />
      {boundaries.map(({ corners, ...head }, index) => (
        <tbody key={index}>
          {boundaries.length > 1 && (
            <tr>
              <th scope="rowgroup" colSpan={4}>
                {boundaryName(head, locale)}
              </th>
            </tr>
          )}
          {corners.map(corner => (
            <tr key={corner.number}>
              <th scope="row">{corner.number}</th>
              <td>{written(corner.easting, corner.latitude)}</td>
              <td>{written(corner.northing, corner.longitude)}</td>
              <td>{format.length(corner.metresToNext)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function geoJson({ kaek, area, attributes = {} }: Parcel, degrees: Outline): string {
  const [first, ...others] = degrees;
  const geometry: PolygonGeometry =
    others.length === 0 ? { type: 'Polygon', coordinates: first! } : geometryOf(degrees);
  const feature = parcelFeature({ kaek, areaM2: area, geometry });
  return JSON.stringify({ ...feature, properties: { ...feature.properties, ...attributes } });
}

function dxf({ kaek }: Parcel, metres: Outline): BlobPart {
  return writeDxf(metres, kaek, pointInside(geometryOf(metres)));
}
