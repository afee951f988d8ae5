import { exampleBody, parameterExample } from './example.ts';
import { breakable, type Html, html, inlineText, paragraphs } from './html.ts';
import type { Media, Parameter, Schema } from './openapi.ts';
import { type Field, fieldsOf, rulesInWords, typeInWords } from './schema.ts';

/** The deepest indent that the stylesheet knows. */
const maxDepth = 4;

interface Row {
  readonly parents?: readonly string[];
  readonly name: string;
  /** Whether it must be sent, or is always in the answer. */
  readonly presence: 'required' | 'optional' | undefined;
  readonly schema: Schema;
  readonly description: string | undefined;
  readonly example?: unknown;
}

/** The parameters of an operation as a table. */
export function parameterTable(parameters: readonly Parameter[]): Html {
  return table(
    parameters.map(parameter => ({
      name: parameter.name,
      presence: parameter.required ? 'required' : 'optional',
      schema: parameter.schema ?? {},
      description: parameter.description,
      example: parameterExample(parameter),
    })),
  );
}

/** The fields of a request's body as a table, with their examples. */
export function requestTable(media: Media): Html | undefined {
  const example = exampleBody(media) as Record<string, unknown>;
  return bodyTable(media.schema, field => ({
    presence: field.required ? 'required' : 'optional',
    example:
      field.schema.examples?.[0] ?? (field.parents.length > 0 ? undefined : example[field.name]),
  }));
}

/** The fields of an answer's body as a table; only what may be absent is marked. */
export function answerTable(schema: Schema | undefined): Html | undefined {
  return bodyTable(schema, field => ({ presence: field.required ? undefined : 'optional' }));
}

function bodyTable(
  schema: Schema = {},
  more: (field: Field) => Pick<Row, 'presence' | 'example'>,
): Html | undefined {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return undefined;
  return table(
    fields.map(field => ({ ...field, description: field.schema.description, ...more(field) })),
  );
}

// The roles say what the elements are by themselves, because a narrow window shows the cells as
// blocks, and browsers then forget that they were cells.
function table(rows: readonly Row[]): Html {
  return html`
<table role="table">
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col">Name</th>
<th role="columnheader" scope="col">Type</th>
<th role="columnheader" scope="col">Description</th>
</tr></thead>
<tbody role="rowgroup">${rows.map(tableRow)}
</tbody></table>`;
}

function tableRow({ parents = [], name, presence, schema, description, example }: Row): Html {
  return html`
<tr role="row" class="depth-${Math.min(parents.length, maxDepth)}">
<th role="rowheader" scope="row"><code>${parents.map(
    parent => html`<span class="hidden">${parent}.</span>`,
  )}${breakable(name)}</code>${presence && html` <span class="${presence}">${presence}</span>`}</th>
<td role="cell" class="type">${typeInWords(schema)}</td>
<td role="cell">${paragraphs(description)}${ruleNote(schema)}${exampleNote(example)}</td>
</tr>`;
}

function ruleNote(schema: Schema): Html | undefined {
  const rules = rulesInWords(schema).join('; ');
  return rules ? html`<p class="note">Rule: ${inlineText(rules)}</p>` : undefined;
}

function exampleNote(example: unknown): Html | undefined {
  if (example === undefined) return undefined;
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  return html`<p class="note">Example: <code>${text}</code></p>`;
}
