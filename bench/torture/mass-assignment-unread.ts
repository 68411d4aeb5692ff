import type { Contract } from '../../server/src/platform/http/contract.ts';
import { pathOf } from '../../tools/matrix/object-actors.ts';
import { objects } from '../../tools/matrix/objects.ts';
import { type Harness, rowsOf } from './mass-assignment-harness.ts';
import { marker } from './mass-assignment-intruders.ts';

/**
 * Attacks routes that ignore unknown names or read no body: sends all members at once, as a form to routes that read
 * forms and as JSON to others. The data of a user must not change, for any response.
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
    ...(status >= 500 ? [`${operationId}: returned ${status}`] : []),
    ...(isChanged ? [`${operationId}: ${status}, and a row of a user has changed`] : []),
  ];
}
