import type { Contract } from './contract.ts';

/** Returns the methods of all contracts with this path; called only if the router found nothing. */
export function methodsFor(contracts: readonly Contract[], url: string): readonly string[] {
  const path = (url.split('?', 1)[0] ?? '').split('/');
  const methods = contracts
    .filter((contract) => fits(contract.path.split('/'), path))
    // RFC 9110 9.3.2: HEAD is allowed wherever GET is.
    .flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]));
  return [...new Set(methods)].toSorted();
}

function fits(template: readonly string[], path: readonly string[]): boolean {
  return (
    template.length === path.length &&
    template.every((step, index) => step.startsWith('{') || step === path[index])
  );
}
