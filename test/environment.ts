import test, { type TestContext } from 'node:test';

/**
 * Like `test`, with these environment variables while the test runs: other files share the
 * process. `PATH` is put back as well, whatever the test set it to.
 */
export function testWith(variables: Readonly<Record<string, string>>) {
  return (name: string, run: (t: TestContext) => void | Promise<void>) =>
    test(name, async t => {
      const before = { ...process.env };
      Object.assign(process.env, variables);
      try {
        await run(t);
      } finally {
        for (const key of ['PATH', ...Object.keys(variables)]) restore(key, before[key]);
      }
    });
}

function restore(key: string, value: string | undefined): void {
  if (value === undefined) delete process.env[key];
  else process.env[key] = value;
}
