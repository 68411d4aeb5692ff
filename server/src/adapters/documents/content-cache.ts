import { createHash } from 'node:crypto';
import { lruCache } from '#platform/kernel/lru-cache.ts';

/** What was made of a source, for as long as the source is the same. */
export interface Kept<Source, Made> {
  of(key: string, source: Source): Made;
}

/**
 * Keeps what is expensive to make. The content is part of the name, so a source that changed under the same key is
 * never served from memory.
 */
export function kept<Source, Made>(
  entriesMax: number,
  { content, make }: { content: (source: Source) => string | Uint8Array; make: (source: Source) => Made },
): Kept<Source, Made> {
  const memory = lruCache<{ readonly made: Made }>(entriesMax);
  return {
    of(key, source) {
      const name = `${key}\n${createHash('sha256').update(content(source)).digest('base64')}`;
      const known = memory.get(name);
      if (known !== undefined) return known.made;
      const made = make(source);
      memory.set(name, { made });
      return made;
    },
  };
}
