// Tests that `npm test` runs over SQLite, over PostgreSQL. They read the variable when they are loaded.
process.env.KTIMA_TEST_ENGINE = 'PostgreSQL';
await import('./browser-session.test.ts');
await import('./clients.test.ts');
await import('./demo-user.test.ts');
await import('./ended-sessions.test.ts');
await import('./keys.test.ts');
await import('./login.test.ts');
await import('./refresh.test.ts');
await import('./second-factor.test.ts');
await import('./throttle.test.ts');
await import('./users.test.ts');

export {};
