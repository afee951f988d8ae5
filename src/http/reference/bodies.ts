import { slug } from './entry.ts';
import { exampleBody } from './example.ts';
import { type Html, html } from './html.ts';
import type { Media, OpenApi, Response } from './openapi.ts';
import { jsonMarkup, sampleFigure } from './sample.ts';
import { answerTable } from './table.ts';

/** A body with a title that several answers have, and that is described once for them all. */
export interface CommonBody {
  readonly id: string;
  readonly title: string;
  readonly media: Media;
}

/** The common body that an answer has, if it has one. */
export type FindBody = (response: Response) => CommonBody | undefined;

/** The common bodies of a document, and how to find an answer's. */
export function commonBodies(api: OpenApi): { bodies: CommonBody[]; findBody: FindBody } {
  const all = responsesOf(api).flatMap(response => soleMedia(response) ?? []);
  const common = [...Map.groupBy(all, shapeOf)].filter(([shape, same]) => shape && same.length > 1);
  const byShape = new Map(
    common.map(([shape, same], i) => [shape, commonBody(same[0]!, i + 1)] as const),
  );
  return {
    bodies: [...byShape.values()],
    findBody: response => byShape.get(shapeOf(soleMedia(response))),
  };
}

function responsesOf(api: OpenApi): Response[] {
  const operations = Object.values(api.paths).flatMap(path => Object.values(path));
  return operations.flatMap(operation => Object.values(operation.responses));
}

function soleMedia({ content = {} }: Response): Media | undefined {
  const all = Object.values(content);
  return all.length === 1 ? all[0] : undefined;
}

/** The same body has another description in each answer: that one says when it comes. */
function shapeOf(media: Media | undefined): string | undefined {
  if (!media?.schema?.title) return undefined;
  const { description: _, ...shape } = media.schema;
  return JSON.stringify(shape);
}

function commonBody(media: Media, number: number): CommonBody {
  const { title = '' } = media.schema ?? {};
  return { id: `body-${slug(title)}-${number}`, title, media };
}

/** What the page says about the common bodies. */
export function bodiesSection(bodies: readonly CommonBody[]): Html | undefined {
  if (bodies.length === 0) return undefined;
  return html`
<section aria-labelledby="bodies">
<h2 id="bodies"><a href="#bodies">Common bodies</a></h2>
${bodies.map(bodyArticle)}
</section>`;
}

function bodyArticle({ id, title, media }: CommonBody): Html {
  return html`
<article id="${id}" aria-labelledby="${id}-name">
<h3 id="${id}-name"><a href="#${id}">${title}</a></h3>
<div class="columns">
<div class="samples">${sampleFigure('Example', jsonMarkup(exampleBody(media)))}</div>
<div class="details">${answerTable(media.schema)}</div>
</div>
</article>`;
}
