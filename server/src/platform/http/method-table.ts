import { type Contract, isHeadAnswered } from './contract.ts';
import { routedPaths } from './path-parameters.ts';

/** The methods of all mounted paths, for requests that the router found no endpoint for. */
export interface MethodTable {
  add(contract: Contract): void;
  methodsFor(url: string): readonly string[];
}

interface MethodRow {
  readonly steps: readonly string[];
  readonly methods: readonly string[];
}

/** Creates an empty table. */
export function createMethodTable(): MethodTable {
  const rows: MethodRow[] = [];
  return {
    add(contract) {
      for (const { url } of routedPaths(contract))
        rows.push({ steps: url.split('/'), methods: methodsOf(contract) });
    },
    methodsFor(url) {
      const path = (url.split('?', 1)[0] ?? '').split('/');
      return [
        ...new Set(rows.filter(({ steps }) => fits(steps, path)).flatMap(({ methods }) => methods)),
      ].toSorted();
    },
  };
}

function methodsOf(contract: Contract): readonly string[] {
  return isHeadAnswered(contract) ? [contract.method, 'HEAD'] : [contract.method];
}

function fits(steps: readonly string[], path: readonly string[]): boolean {
  return (
    steps.length === path.length && steps.every((step, index) => step.startsWith(':') || step === path[index])
  );
}
