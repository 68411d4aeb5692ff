import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles, textOf } from '../repository.ts';
import { type ObservedDefinition, observeModules } from './observed.ts';

/** The file that calls every store function whose text depends on its input. */
export const samplesFile = 'tools/statements/samples.ts';

const builders = /\bdb\/statement\.ts'|'\.\/statement\.ts'/;
const isProduct = (path: string): boolean =>
  /^server\/src\/.*\.ts$/.test(path) &&
  !/\.(?:test|suite)\.ts$|\/testing\/|^server\/src\/platform\/db\/statement\.ts$/.test(path);

/** A source file of the product. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** Reads the source files of the product, without its tests. */
export async function productTexts(root: string): Promise<readonly SourceText[]> {
  const paths = (await repositoryFiles(root)).filter(isProduct);
  return Promise.all(paths.map(async (path) => ({ path, text: await textOf(path, root) })));
}

/** Returns the files that define statements. */
export function definingFiles(texts: readonly SourceText[]): readonly string[] {
  return texts.filter(({ text }) => builders.test(text)).map(({ path }) => path);
}

/** Returns every statement that these files and the samples define. Must run before anything else imports the files. */
export async function observeProduct(
  root: string,
  files: readonly string[],
): Promise<readonly ObservedDefinition[]> {
  return observeModules(root, files, existsSync(join(root, samplesFile)) ? samplesFile : undefined);
}
