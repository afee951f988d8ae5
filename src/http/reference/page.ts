import { readFileSync } from 'node:fs';
import { bodiesSection, type CommonBody, commonBodies, type FindBody } from './bodies.ts';
import { placeholderAddress } from './curl.ts';
import { type Group, groupsOf } from './entry.ts';
import { type Html, html, inlineText, paragraphs } from './html.ts';
import type { OpenApi } from './openapi.ts';
import { methodBadge, operationArticle } from './operation.ts';

/** The stylesheet of the reference page. */
export const referenceStyle = readFileSync(new URL('./page.css', import.meta.url), 'utf8');

/**
 * The reference page of an OpenAPI document, to be served in `/docs/`: HTML that needs nothing
 * but its stylesheet. Its command lines call `placeholderAddress`, until that is replaced.
 */
export function referencePage(api: OpenApi): string {
  const { title, summary = '', version } = api.info;
  const groups = groupsOf(api);
  const { bodies, findBody } = commonBodies(api);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${summary}">
<title>${title} · API reference</title>
<link rel="stylesheet" href="reference.css">
</head>
<body>
<a class="skip" href="#main">Skip to the reference</a>
<header>
<p class="brand"><a href="#main">${title}</a> <span>${version}</span></p>
${navigation(groups, bodies)}
</header>
<main id="main" tabindex="-1">
${introduction(api, groups)}
${groups.map(group => groupSection(group, findBody))}
${bodiesSection(bodies)}
</main>
</body>
</html>
`.html;
}

function navigation(groups: readonly Group[], bodies: readonly CommonBody[]): Html {
  const links = bodies.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  return html`
<nav aria-label="Operations">
${groups.map(groupLinks)}
${links.length > 0 ? html`<h2><a href="#bodies">Common bodies</a></h2><ul>${links}</ul>` : undefined}
</nav>`;
}

function groupLinks({ id, name, entries }: Group): Html {
  const links = entries.map(
    entry => html`
<li><a href="#${entry.id}">${methodBadge(entry.method)} <span>${entry.name}</span></a></li>`,
  );
  return html`<h2><a href="#${id}">${name}</a></h2><ul>${links}</ul>`;
}

function introduction({ info }: OpenApi, groups: readonly Group[]): Html {
  const anyToken = groups.some(group => group.entries.some(entry => entry.needsToken));
  return html`
<div class="introduction">
<h1>${info.title}</h1>
<p class="summary">${info.summary}</p>
${paragraphs(info.description)}
${anyToken ? tokenParagraph : undefined}
<p>The command lines call <code>${placeholderAddress}</code>. For programs, all of this is in
<a href="../openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
</div>`;
}

const tokenParagraph = html`
<p>Where a token is needed, send it in the header <code>Authorization: Bearer …</code>; in the
command lines it is <code>$TOKEN</code>.</p>`;

function groupSection({ id, name, description, entries }: Group, findBody: FindBody): Html {
  return html`
<section aria-labelledby="${id}">
<h2 id="${id}"><a href="#${id}">${name}</a></h2>
${description ? html`<p>${inlineText(description)}</p>` : undefined}
${entries.map(entry => operationArticle(entry, findBody))}
</section>`;
}
