import { createHash } from 'node:crypto';
import { lruCache } from '#platform/kernel/lru-cache.ts';

/** What was compiled from a source, valid while the source is unchanged. */
export interface ContentCache<Source, Made> {
  of(key: string, source: Source): Made;
}

/**
 * Caches expensive results. The content is part of the key, so a source that changed under the same key is never served
 * from the cache.
 */
export function contentCache<Source, Made>(
  entriesMax: number,
  { content, make }: { content: (source: Source) => string | Uint8Array; make: (source: Source) => Made },
): ContentCache<Source, Made> {
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
