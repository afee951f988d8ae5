import { fileURLToPath } from 'node:url';

/** The folder of the data that ship. */
export const dataFolder = fileURLToPath(new URL('../../data', import.meta.url));
