import { registerHooks } from 'node:module';

// Loaded into a process under test before its own program, by `--import`: puts a file in the place of the content
// store.
const standIn = new URL('./file-content-store.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier.endsWith('/content-store/http-content-store.ts')
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context),
});
