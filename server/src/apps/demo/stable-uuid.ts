import { uuidFromText } from '#platform/kernel/ids.ts';

/** Returns an id of the demo bank, which is the same in every installation. */
export function stableUuid(text: string): string {
  return uuidFromText(`portico demo bank ${text}`);
}
