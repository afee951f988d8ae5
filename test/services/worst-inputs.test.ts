import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { worstInputs } from './worst-inputs.ts';

test('every operation has a worst input', () => {
  for (const host of ['api', 'auth'] as const) {
    const { paths } = JSON.parse(readFileSync(`docs/openapi/${host}.json`, 'utf8'));
    const described = Object.values<Record<string, { operationId: string }>>(paths)
      .flatMap(methods => Object.values(methods))
      .map(({ operationId }) => operationId);
    const tried = worstInputs.filter(input => input.host === host).map(input => input.operation);
    assert.deepEqual(
      described.filter(operation => !tried.includes(operation)),
      [],
    );
  }
});
