import type { OpenApi, Operation, Parameter, Schema } from '#http/openapi/document.ts';
import {
  type ClientOperation,
  type Host,
  type InputField,
  inputFields,
  operationsOfBoth,
  problemTypes,
} from './client-operations.ts';
import { type NamedTypes, namedTypes } from './named-types.ts';
import { docText, pythonSyntax, pythonTypesFile } from './python-types.ts';

const head = '# Made by `npm run openapi`: change the routes instead.\n';

/** Of these only the route is written: the client calls them in methods of its own. */
const ownMethods = ['login', 'refresh', 'logout'];

/** The Python client's `types.py` and `operations.py`, made from the descriptions of both hosts. */
export function pythonClient(descriptions: Readonly<Record<Host, OpenApi>>) {
  // The session in a cookie is for browsers.
  const all = operationsOfBoth(descriptions).filter(({ withCookie }) => !withCookie);
  const types = namedTypes(descriptions, pythonSyntax);
  const methods = all.filter(({ name }) => !ownMethods.includes(name));
  const operations = `"""A method for each operation of the services."""
from __future__ import annotations

from typing import Any, Literal, Mapping

from . import types
from .request import Route

${all.map(routeOf).join('\n')}


class Operations:
    """Every operation as a method. \`timeout\` is in seconds; by default that of the client."""

    def _call(self, route: Route, fields: Mapping[str, Any], timeout: float | None = None) -> Any:
        raise NotImplementedError
${methods.map(one => methodOf(one, types)).join('')}`;
  return {
    'clients/python/ktima_client/operations.py': head + operations,
    'clients/python/ktima_client/error_types.py': head + errorTypesFile(descriptions.api),
    'clients/python/ktima_client/types.py': head + pythonTypesFile(types),
  };
}

/** The constants of `type` in problem details. */
function errorTypesFile(api: OpenApi): string {
  const lines = problemTypes(api).map(([kind, type]) => `${kind.toUpperCase()} = "${type}"\n`);
  return `"""The values of \`type\` of an error."""\n${lines.join('')}`;
}

function routeOf(one: ClientOperation): string {
  const { name, host, method, path, input, besideBody, needsToken, isFile, hasKey } = one;
  // Every form of the services may be sent in this way too.
  const kind = input === 'form' ? 'urlencoded' : input;
  const values = [host, method, path, kind].map(text => `"${text}"`).join(', ');
  const more = [
    ...(isFile ? [', is_file=True'] : []),
    ...(hasKey ? [', has_key=True'] : []),
    ...(besideBody.length > 0 ? [`, beside_body=("${besideBody.join('", "')}",)`] : []),
  ].join('');
  return `${constantOf(name)} = Route(${values}, ${needsToken ? 'True' : 'False'}${more})`;
}

function methodOf(one: ClientOperation, types: NamedTypes): string {
  const { name, host, summary, operation, input, isFile } = one;
  const typeOf = (schema: Schema, part: string) =>
    types.typeOf(host, schema, capitalised(name) + capitalised(part), 'types.');
  const fields =
    input === 'file'
      ? fileFields(operation)
      : inputFields(operation, body => types.resolve(host, body));
  const parameters = fields.map(({ name: field, schema, isRequired }) => {
    const type = schema.format === 'binary' ? 'bytes' : typeOf(schema, field);
    const isNullable = type.split(' | ').includes('None');
    if (isRequired) return `${parameterOf(field)}: ${type}`;
    return `${parameterOf(field)}: ${type}${isNullable ? '' : ' | None'} = None`;
  });
  const { content } = operation.responses[200] ?? operation.responses[202] ?? {};
  const answer = content?.['application/json']?.schema;
  const json = answer ? typeOf(answer, 'Answer') : 'None';
  const type = isFile ? 'bytes' : json;
  const sent = fields.map(({ name: field }) => `            "${field}": ${parameterOf(field)},\n`);
  const signature = ['self', '*', ...parameters, 'timeout: float | None = None'];
  return `
    def ${snakeCase(name)}(
${signature.map(line => `        ${line},\n`).join('')}    ) -> ${type}:
${docOf(summary, fields)}
        fields${sent.length > 0 ? ` = {\n${sent.join('')}        }` : ': dict[str, Any] = {}'}
        answer: ${type} = self._call(${constantOf(name)}, fields, timeout)
        return answer
`;
}

/** The file first, then the fields of the query, then the key by which a retry is recognised. */
function fileFields({ parameters = [] }: Operation): InputField[] {
  const inQuery = parameters.filter(one => one.in === 'query');
  const key = parameters.filter(one => one.in === 'header');
  const toField = ({ name, schema = {}, description }: Parameter): InputField => {
    return { name: name.replaceAll('-', '_'), schema, isRequired: false, description };
  };
  const schema = { format: 'binary' };
  return [
    { name: 'file', schema, isRequired: true, description: 'The bytes of the file.' },
    ...[...inQuery, ...key].map(toField),
  ];
}

function docOf(summary: string, fields: readonly InputField[]): string {
  const lines = fields
    .filter(({ description }) => description)
    .map(({ name, description }) => `        ${parameterOf(name)}: ${docText(description!)}\n`);
  if (lines.length === 0) return `        """${docText(summary)}."""`;
  return `        """${docText(summary)}.\n\n${lines.join('')}        """`;
}

const reserved = ['self', 'timeout', 'fields', 'answer', 'from', 'class', 'in', 'is', 'import'];

/** A word of Python, and what the method itself uses, gets an underscore. */
function parameterOf(field: string): string {
  return reserved.includes(field) ? `${field}_` : field;
}

function capitalised(text: string): string {
  return text.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

function constantOf(name: string): string {
  return snakeCase(name).toUpperCase();
}
