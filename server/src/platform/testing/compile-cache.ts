/**
 * Environment of a started program: Node keeps compiled modules in a folder of the repository. Compilation is a third
 * of the processor time of a start. A program that is killed adds nothing to the folder.
 */
export const compileCache: { readonly NODE_COMPILE_CACHE: string } = {
  NODE_COMPILE_CACHE: new URL('../../../../.cache/compiled', import.meta.url).pathname,
};
