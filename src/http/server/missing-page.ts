import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage, acceptedType, addVary } from './accept.ts';

/** The paths of programs, which get JSON whatever they prefer. */
const programPaths = ['/api/', '/auth/', '/ogc/', '/tiles/', '/.well-known/'];

const texts = {
  el: ['Η σελίδα δεν υπάρχει', 'Η διεύθυνση είναι λάθος ή παλιά.', 'Άνοιγμα του Ktima'],
  en: ['There is no such page', 'The address is wrong or old.', 'Open Ktima'],
} as const;

/** Responds 404 with a page to a reader who prefers one; false if the response must be JSON. */
export function sendMissingPage(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method !== 'GET' || programPaths.some(path => request.raw.url!.startsWith(path))) {
    return false;
  }
  addVary(reply, 'accept');
  const offered = ['application/json', 'text/html'] as const;
  if (acceptedType(request.headers.accept, offered) !== 'text/html') return false;
  const language = acceptedLanguage(request, reply) ?? 'en';
  const [title, text, link] = texts[language];
  reply
    .code(404)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Ktima</title>
<h1>${title}</h1>
<p>${text} <a href="/">${link}</a>
</html>
`);
  return true;
}
