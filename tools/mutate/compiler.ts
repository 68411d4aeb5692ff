import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from '../repository.ts';
import type { Mutant, MutatedFile } from './mutants.ts';

/** A mutant with the file that it is in. */
export interface ChangedFile {
  readonly mutant: Mutant;
  readonly mutated: MutatedFile;
}

/**
 * Returns the mutants that the compiler refuses: nobody can make such a change without noticing. Each becomes a file
 * beside its own that exists in memory only, so that one program reads all of them.
 */
export function refusedByCompiler(changed: readonly ChangedFile[]): ReadonlySet<Mutant> {
  const copies = new Map(
    changed.map(({ mutant, mutated }) => [
      join(repositoryRoot, mutant.file.replace(/\.ts$/, `.mutant-${mutant.id}.ts`)),
      { mutant, text: changedText(mutated, mutant.id) },
    ]),
  );
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const textOf = (path: string): string | undefined => copies.get(path)?.text;
  const program = ts.createProgram([...copies.keys()], options, {
    ...host,
    fileExists: (path) => copies.has(path) || host.fileExists(path),
    readFile: (path) => textOf(path) ?? host.readFile(path),
    getSourceFile: (path, languageVersion, ...rest) => {
      const text = textOf(path);
      return text === undefined
        ? host.getSourceFile(path, languageVersion, ...rest)
        : ts.createSourceFile(path, text, languageVersion);
    },
  });
  const refused = [...copies].filter(([path]) => {
    const source = program.getSourceFile(path);
    return (
      source !== undefined &&
      [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].length > 0
    );
  });
  return new Set(refused.map(([, { mutant }]) => mutant));
}

/** Returns the text of a file with one of its changes. */
export function changedText({ sites, text }: MutatedFile, id: number): string {
  for (const { changes, end, kind, start } of sites) {
    const change = changes.find((one) => one.id === id);
    if (change === undefined) continue;
    const inserted = kind === 'expression' ? `(${change.text})` : ` ${change.text}`;
    return text.slice(0, start) + inserted + text.slice(end);
  }
  throw new Error(`no mutant ${id}`);
}

/** What a change leaves unused is no error here. */
function compilerOptions(): ts.CompilerOptions {
  const path = join(repositoryRoot, 'tsconfig.base.json');
  const { config } = ts.readConfigFile(path, (file) => readFileSync(file, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repositoryRoot);
  return { ...options, noUnusedLocals: false, noUnusedParameters: false };
}
