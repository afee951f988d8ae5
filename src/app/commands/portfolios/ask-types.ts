import { fold } from '#domain/geocoder/text/fold.ts';
import { propertyTypeNamed, type TypeWords } from '#domain/property/cost/type-words.ts';
import { openWordCount } from '#features/portfolio/fields/ambiguous-types.ts';
import { type EnrichRequest, openTable } from '#features/portfolio/run.ts';
import { ask, type Terminal } from '#tools/terminal/terminal.ts';

type Asked = Pick<EnrichRequest, 'input' | 'map' | 'typeWords' | 'encoding' | 'sheet'>;

/** The types of words with several meanings: asked once for the whole file, if there is a person. */
export async function askTypes(
  terminal: Terminal,
  request: Asked,
  loaded: TypeWords,
): Promise<EnrichRequest['typeWords']> {
  const { stdin, stderr } = terminal;
  if (request.input === '-' || !stdin.isTTY || !stderr.isTTY) return request.typeWords;
  const { input, columns } = await openTable(request, stdin);
  const words = openWordCount(columns, new Map([...loaded, ...request.typeWords]));
  for await (const { cells } of input.rows()) words.count(cells);
  const answers = [...request.typeWords];
  for (const { word, types, rows } of words.found()) {
    const question = `${word} (${rows} rows) may mean ${types.join(', ')}. Which? [none, no cost]: `;
    const type = propertyTypeNamed(fold(await ask(terminal, question)));
    if (type) answers.push([fold(word), type]);
  }
  return answers;
}
