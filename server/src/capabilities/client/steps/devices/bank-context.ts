import { fieldErrorAt } from '#dialects/channel/field-errors.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';

/** The bank that a caller without a token names; absent: that of the host name. */
export type BankChoice = string | undefined;

/**
 * Returns the context of a caller without a token, in the bank of the header or of the host name. Its work is recorded
 * under the name of the operation.
 */
// GAP: the specification does not say how a caller without a token names the bank. ADR-0095
export function bankContext(
  ctx: Context & ClientPorts,
  chosen: BankChoice,
  job: string,
): Context & ClientPorts {
  const { database, deviceFacts, hostBankId } = ctx;
  const bankId = chosen ?? hostBankId;
  if (bankId === undefined || !deviceFacts.isServed(bankId))
    throw standardProblems.invalid({
      fieldErrors: [fieldErrorAt(['X-Bank-Id'], chosen === undefined ? 'required' : 'enum', 'header')],
    });
  return { ...ctx, bankId, db: database.forBank(bankId), caller: { kind: 'system', job, bankId } };
}
