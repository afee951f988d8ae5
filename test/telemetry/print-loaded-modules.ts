import { registerHooks } from 'node:module';

/** Preloaded, it prints on standard error which modules a process loads. */
registerHooks({
  load(url, context, next) {
    process.stderr.write(`loaded ${url}\n`);
    return next(url, context);
  },
});
