import { errorTypes } from '#http/errors/error-types.ts';
import { faultCodes } from '#tools/errors.ts';

const types = Object.entries(errorTypes)
  .map(([kind, { status, when, remedy }]) => `| \`${kind}\` | ${status} | ${when} | ${remedy} |`)
  .join('\n');
const codes = Object.entries(faultCodes)
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  .join('\n');

/** docs/errors.md */
export const errorsPage = `# Errors

<!-- Made by \`npm run openapi\` from src/http/errors/error-types.ts and src/tools/errors.ts. -->

Every error of both hosts has the body \`{"error": 400, "message": "build_area: expected …"}\`. With \`Accept: application/problem+json\` it is that of RFC 9457, which programs can rely on:

\`\`\`json
{
  "type": "urn:ktima:error:invalid_input",
  "title": "Invalid input",
  "status": 400,
  "detail": "build_area: expected a number greater than 0",
  "errors": [
    {
      "field": "build_area",
      "code": "out_of_range",
      "message": "build_area: expected a number greater than 0",
      "more_than": 0
    }
  ]
}
\`\`\`

Both clients ask for this form, and their errors have \`type\`, \`errors\` and the request id. An entry of a batch has the same body in \`failure\`. \`POST /auth/token\` and \`/auth/revoke\` have the errors of OAuth 2.0. Texts may change; types, statuses, fields and codes stay.

## Types

\`type\` is \`urn:ktima:error:\` and one of these:

| type | status | when | what to do |
|---|---|---|---|
${types}

## Faults

\`errors\` has an object for each fault, at most ten sentences of them. \`field\` is the parameter or field, such as \`requests[2].postcode\`; it is empty for the request as a whole.

| code | meaning |
|---|---|
${codes}
`;
