import { badFile } from '../../files/bytes.ts';

const mostShown = 20;

/** The layer to read: the one named with `--layer` or, without a name, the only one. */
export function chooseLayer(
  path: string,
  layers: readonly string[],
  wanted: string | undefined,
): string {
  const [only, ...more] = layers;
  if (only === undefined) throw badFile(path, 'expected a layer of features, it holds none');
  if (wanted === undefined && more.length === 0) return only;
  if (wanted !== undefined && layers.includes(wanted)) return wanted;
  const shown = layers.slice(0, mostShown).map(name => name.slice(0, 60));
  const names = `${shown.join(', ')}${layers.length > mostShown ? ' and more' : ''}`;
  throw badFile(
    path,
    wanted === undefined
      ? `holds ${layers.length} layers, name one with --layer: ${names}`
      : `--layer ${wanted}: there is no such layer, only ${names}`,
  );
}
