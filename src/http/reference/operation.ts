import type { FindBody } from './bodies.ts';
import { curlLine } from './curl.ts';
import type { Entry } from './entry.ts';
import { exampleBody } from './example.ts';
import { breakable, type Html, html, inlineText, paragraphs } from './html.ts';
import type { Content, Operation, Response } from './openapi.ts';
import { jsonMarkup, sampleFigure } from './sample.ts';
import { typeInWords } from './schema.ts';
import { answerTable, parameterTable, requestTable } from './table.ts';

/** Where a URL that is too long for its line is best broken. */
const urlJoint = /(?<=[?&]|\w\/)/;

/** All that the page says about an operation. */
export function operationArticle(entry: Entry, findBody: FindBody): Html {
  const { id, name, method, path, operation, needsToken } = entry;
  return html`
<article id="${id}" aria-labelledby="${id}-name">
<h3 id="${id}-name"><a href="#${id}">${name}</a></h3>
<p class="route">${methodBadge(method)} <code>${breakable(path)}</code> ${tokenBadge(needsToken)}</p>
<div class="columns">
<div class="words">${paragraphs(operation.description)}</div>
<div class="samples">
${sampleFigure('Request', breakable(curlLine(entry), urlJoint), 'command')}
${responseSamples(operation, findBody)}
</div>
<div class="details">
${parameterTables(operation)}
${requestBody(operation)}
${responseList(operation, findBody)}
</div>
</div>
</article>`;
}

/** The badge with an operation's method. */
export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

function tokenBadge(needsToken: boolean): Html {
  return needsToken
    ? html`<span class="token needed">Token needed</span>`
    : html`<span class="token">No token needed</span>`;
}

const places: ReadonlyMap<string, string> = new Map([
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
]);

function parameterTables({ parameters = [] }: Operation): Html[] {
  const byPlace = Map.groupBy(parameters, parameter => parameter.in);
  return [...byPlace].map(
    ([place, here]) => html`<h4>${places.get(place) ?? place}</h4>${parameterTable(here)}`,
  );
}

/** The media types of a request differ in form only, so that one table serves them all. */
function requestBody({ requestBody: body }: Operation): Html | undefined {
  const media = body && Object.values(body.content)[0];
  if (!media) return undefined;
  const types = Object.keys(body.content).map((type, i) => [
    i ? ' or ' : '',
    html`<code>${type}</code>`,
  ]);
  return html`
<h4>Request body</h4>
<p class="media">${types}</p>
${requestTable(media)}`;
}

function responseList({ responses }: Operation, findBody: FindBody): Html {
  const items = Object.entries(responses).map(([status, response]) =>
    responseItem(status, response, findBody),
  );
  return html`
<h4>Responses</h4>
<ul class="responses">${items}
</ul>`;
}

function responseItem(status: string, response: Response, findBody: FindBody): Html {
  const common = findBody(response);
  const kind = /^[23]/.test(status) ? 'good' : 'bad';
  return html`
<li><p><span class="status ${kind}">${status}</span> <span>${inlineText(response.description)} ${
    common && html`<a href="#${common.id}">${common.title}</a>`
  }</span></p>
${common ? undefined : bodyTables(response.content)}</li>`;
}

function bodyTables(content: Content = {}): Html[] {
  return Object.entries(content).map(
    ([type, { schema = {} }]) => html`
<p class="media"><code>${type}</code> · ${typeInWords(schema)}</p>
${answerTable(schema)}`,
  );
}

function responseSamples({ responses }: Operation, findBody: FindBody): Html[] {
  const described = Object.entries(responses).filter(([, response]) => !findBody(response));
  return described.flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, media]) =>
      sampleFigure(`Response ${status} · ${type}`, jsonMarkup(exampleBody(media))),
    ),
  );
}
