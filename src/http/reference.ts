import type { OpenApi } from './describe.ts';
export const referenceStyle = '';
export function referencePage(api: OpenApi): string {
  return String(api);
}
