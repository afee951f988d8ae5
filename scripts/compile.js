// @ts-check
// `npm ci` runs it: compiles what the services load, so that the first start is as fast and as small as
// the second. Without it each process loads a compiler of TypeScript, which takes 30 MB.
import { openCompileCache } from '../bin/compile-cache.js';

openCompileCache();
for (const module of [
  'main.ts',
  'app/commands/serve.ts',
  'app/commands/run-services.ts',
  'app/services/open-services.ts',
  'app/services/auth-service.ts',
  'app/services/api-service.ts',
  'storage/store/sqlite-store.ts',
]) {
  await import(`../src/${module}`);
}
// Something that was loaded may keep the process.
process.exit();
