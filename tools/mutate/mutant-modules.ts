import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { instrument } from './instrument.ts';
import type { Job } from './job.ts';
import { mutantsOf } from './mutants.ts';

const registry = pathToFileURL(join(import.meta.dirname, 'test-registry.ts')).href;
const reloadName = 'reload';

/**
 * From now on imports of `vitest` get the registry, the target has its mutants in it, and the modules between a test
 * and the target are read again for every new number in the address of the test.
 */
export function hookModules({ dependents, root, target }: Job): void {
  const targetUrl = pathToFileURL(join(root, target)).href;
  const again = new Set(dependents.map((path) => pathToFileURL(join(root, path)).href));
  const sources = new Map<string, string>();
  registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL } = context;
      if (specifier === 'vitest' && parentURL !== registry) return next(registry, context);
      const resolved = next(specifier, context);
      const number = parentURL === undefined ? null : numberIn(parentURL);
      return number === null || !again.has(resolved.url)
        ? resolved
        : { ...resolved, url: addressOf(resolved.url, number) };
    },
    load: (url, context, next) => {
      const plain = url.split('?', 1).join('');
      if (plain !== targetUrl && plain === url) return next(url, context);
      if (!again.has(plain)) return next(url, context);
      const source = sources.get(plain) ?? javaScriptOf(plain, { isTarget: plain === targetUrl, target });
      sources.set(plain, source);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

/** Address of a file whose modules are to be read again. */
export function addressOf(url: string, number: string | number): string {
  return `${url}?${reloadName}=${number}`;
}

function numberIn(url: string): string | null {
  return url.includes('?') ? new URL(url).searchParams.get(reloadName) : null;
}

function javaScriptOf(url: string, { isTarget, target }: { isTarget: boolean; target: string }): string {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  return stripTypeScriptTypes(isTarget ? instrument(mutantsOf(target, text)) : text);
}
