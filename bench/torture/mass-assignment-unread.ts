import type { Contract } from '../../server/src/platform/http/contract.ts';
import { pathOf } from '../../tools/matrix/object-actors.ts';
import { objects } from '../../tools/matrix/objects.ts';
import { type Harness, rowsOf } from './mass-assignment-harness.ts';
import { marker } from './mass-assignment-intruders.ts';

/**
 * Where unknown names are passed over, or no body is read at all, everything is sent at once: as a form to whoever reads
 * forms, as JSON to the others. Whatever the answer is, nothing of a user changes.
 */
export async function attackUnread(
  harness: Harness,
  contract: Contract,
  names: readonly string[],
): Promise<readonly string[]> {
  const { access, method, operationId } = contract;
  const object = objects[operationId];
  const values = object?.kind === 'owned' ? object.unknown : (object?.values ?? {});
  const intruders = Object.fromEntries(names.map((name) => [name, marker]));
  const isForm = access.kind !== 'callers';
  const before = await rowsOf(harness, 'identity');
  const { status } = await harness.app.call({
    method,
    path: pathOf(contract, values),
    ...(isForm ? {} : { as: harness.tokens.customer }),
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      'sec-fetch-site': 'same-origin',
    },
    body: isForm ? new URLSearchParams(intruders).toString() : JSON.stringify(intruders),
  });
  const isChanged = (await rowsOf(harness, 'identity')) !== before;
  return [
    ...(status >= 500 ? [`${operationId}: answered ${status}`] : []),
    ...(isChanged ? [`${operationId}: ${status}, and a row of a user has changed`] : []),
  ];
}
