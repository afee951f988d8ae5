// Runs one part of the bench by its name: `npm run bench auth`; http unless told.
const [name = 'http'] = process.argv.slice(2);
await import(`./${name}.ts`);
