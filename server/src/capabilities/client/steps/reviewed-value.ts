import type { OwnChange } from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { type ChangeRequest, valueOfRequest } from '../store/change-requests.store.ts';

/** What a customer asks staff to approve, and the document that proves it. */
export interface ReviewedValue {
  readonly change: OwnChange;
  readonly documentUrl?: string | undefined;
}

export function reviewedValue(
  { bankId, clientVault }: Context & ClientPorts,
  request: ChangeRequest,
): ReviewedValue {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- encrypted by us; decryption detects changes
  return valueOfRequest(clientVault, bankId, request) as ReviewedValue;
}
