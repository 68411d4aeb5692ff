import { readDocument } from '#platform/xml/read-document.ts';

/** A reader of tests: counts the elements with a name. */
export function read(bytes: Uint8Array, { path }: { readonly path: string }): { readonly count: number } {
  let count = 0;
  readDocument(bytes, {
    [path]: () => {
      count += 1;
    },
  });
  return { count };
}
