import { registerHooks } from 'node:module';

// Preloaded into a process under test with `--import`: replaces the content store with a file.
const standIn = new URL('./file-content-store.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier.endsWith('/content-store/http-content-store.ts')
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context),
});
