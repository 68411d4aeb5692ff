import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getCallSites } from 'node:util';
import type { Definition } from '../../server/src/platform/db/statement.ts';

/** A statement that was defined while the modules were read and the samples ran, and where. */
export interface ObservedDefinition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly definition: Definition;
}

type Compile = () => Definition;

/** Frames of the observer itself and of `statement.ts`; those behind them defined the statement. */
const framesMax = 12;

/** Imports the modules of `root` and runs its samples; returns every statement that was defined meanwhile. */
export async function observeModules(
  root: string,
  files: readonly string[],
  samples: string | undefined,
): Promise<readonly ObservedDefinition[]> {
  const statementFile = join(root, 'server/src/platform/db/statement.ts');
  const seen: { readonly file: string; readonly line: number; readonly column: number; compile: Compile }[] =
    [];
  const observe = (compile: Compile): void => {
    const frames = getCallSites(framesMax).map(({ columnNumber, lineNumber, scriptName }) => ({
      file: scriptName.startsWith('file:') ? fileURLToPath(scriptName) : scriptName,
      line: lineNumber,
      column: columnNumber,
    }));
    const last = frames.findLastIndex(({ file }) => file === statementFile);
    const at = frames[last + 1];
    if (at !== undefined) seen.push({ ...at, file: at.file.slice(root.length + 1), compile });
  };
  await callExport(statementFile, 'observeDefinitions', observe);
  for (const file of files) await import(pathToFileURL(join(root, file)).href);
  if (samples !== undefined) await callExport(join(root, samples), 'runSamples');
  return seen.map(({ column, compile, file, line }) => ({ file, line, column, definition: compile() }));
}

/** Calls a function of a module whose path is known only now. */
async function callExport(path: string, name: string, ...args: readonly unknown[]): Promise<void> {
  const module: unknown = await import(pathToFileURL(path).href);
  const found: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, name) : undefined;
  if (typeof found !== 'function') throw new Error(`${path} has no function ${name}`);
  await Reflect.apply(found, undefined, args);
}
