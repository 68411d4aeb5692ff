import { findPartyKind, lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { insertOptOut } from '../store/payee-opt-outs.store.ts';

interface OptOut {
  readonly customerNumber: string;
  readonly employeeId: string;
}

/**
 * Records what the contract of a firm says: the payees of its packages of payments are not verified where a third party
 * asks for that. Set again, it stays as it was entered first. SPEC xs2a-2026 2.5
 */
export async function setPayeeOptOut(
  ctx: Context & PaymentsPorts,
  { customerNumber, employeeId: setBy }: OptOut,
): Promise<void> {
  const { bankId, clock, db, identity } = ctx;
  const { party } = identity.authorization.correspondence;
  const kind = await findPartyKind({ ...ctx, ...party }, db, customerNumber);
  if (kind !== 'organization') throw problems['customer-no-firm']();
  await runCommand(ctx, async (work) => {
    // A merge or an erasure is seen here, or follows this entry.
    const standing = await lockStanding(work, { bankId, customerNumber });
    if (standing?.state !== 'living') throw problems['customer-no-firm']();
    const { partyNumber } = standing;
    insertOptOut(work, { bankId, customerNumber: partyNumber, setBy, setAt: clock.now() });
    work.audit({
      aggregateKind: 'customer',
      aggregateId: partyNumber,
      changes: [
        { field: 'payee-opt-out', before: false, after: true },
        { field: 'employee', after: setBy },
      ],
    });
  });
}
