/** A process of a service needs none of its secrets, except the database in its job. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('KTIMA_'));
  return Object.fromEntries(entries);
}
