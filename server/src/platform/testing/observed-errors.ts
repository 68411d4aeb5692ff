import type { Contract } from '#platform/http/contract.ts';
import { routedPaths } from '#platform/http/path-parameters.ts';
import { publishedErrors } from './published-errors.ts';

const errorStatusMin = 400;

interface Sent {
  readonly method: string;
  readonly path: string;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Throws if a response is an error that the OpenAPI document of its operation does not describe. */
export function requirePublishedError(
  contracts: readonly Contract[],
  { method, path }: Sent,
  { body, headers, status }: Received,
): void {
  if (status < errorStatusMin) return;
  const contract = contractOf(contracts, method, path.split('?', 1)[0] ?? '');
  const sentType = headers['content-type'];
  const [contentType = ''] = typeof sentType === 'string' ? sentType.split(';', 1) : [];
  // A page is described where its capability renders it.
  if (contract === undefined || contentType === 'text/html') return;
  const error = publishedErrors(contract)({ status, contentType, body });
  if (error !== undefined) throw new Error(`undocumented error response: ${error}`);
}

/** Returns the contract of a request; a literal path is preferred to one with parameters. */
function contractOf(contracts: readonly Contract[], method: string, path: string): Contract | undefined {
  const matching = contracts.filter(
    (one) => one.method === method && routedPaths(one).some(({ url }) => isMatch(url, path)),
  );
  return matching.find((one) => one.path === path) ?? matching[0];
}

function isMatch(template: string, path: string): boolean {
  const expected = template.split('/');
  const steps = path.split('/');
  return (
    expected.length === steps.length &&
    expected.every((step, index) => step.startsWith(':') || step === steps[index])
  );
}
