import { deepEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Xs2aBank } from './xs2a-bank.ts';

/** Fails unless B gets the same response about a resource of A as about one that does not exist. */
export async function expectUnknownToB({ b }: Xs2aBank, path: string): Promise<void> {
  const unknownPath = `${path.slice(0, path.lastIndexOf('/'))}/${randomUUID()}`;
  for (const suffix of ['', '/status']) {
    const foreign = await b.send({ method: 'GET', path: `${path}${suffix}` });
    const unknown = await b.send({ method: 'GET', path: `${unknownPath}${suffix}` });
    ok(foreign.status >= 400 && foreign.status < 500, `${foreign.status} for B at ${path}${suffix}`);
    deepEqual(foreign, unknown, `what B reads at ${path}${suffix}`);
  }
}
