import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { changedCustomer, nextStatus, hasOpenProduct as usesProduct } from '../../domain/customer-status.ts';
import type { Party } from '../../domain/party.ts';
import { productResult, type Screening } from '../../domain/screening.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { loadParty } from '../../steps/load-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { type Decision, saveParty } from '../../steps/save-party.ts';
import { loadScreening } from '../../steps/screening.ts';
import { findProductStanding, type ProductStanding } from '../../store/customer-status.read.ts';
import { openScreening, updateProductHeld } from '../../store/screenings.store.ts';

export interface OpenProduct {
  readonly partyNumber: string;
  readonly hasOpenProduct: boolean;
}

/**
 * Records whether a customer has an open product: the first one makes a screened prospect active, the last one that is
 * closed makes a customer a former one. A product of a party that must not have one changes no status; the log has
 * an error, and staff find the party in the list of screenings. Changes nothing if the status says so already, or if the party
 * is unknown, merged or erased.
 */
export async function setOpenProduct(ctx: Context & PartyPorts, product: OpenProduct): Promise<void> {
  const { bankId, db, log } = ctx;
  const { hasOpenProduct, partyNumber } = product;
  const standing = await findProductStanding(db, { bankId, partyNumber });
  if (standing === undefined || isKnown(standing, hasOpenProduct)) return;
  const result = await runCommand(ctx, async (work) => {
    const before = await loadParty(ctx, work, { partyNumber });
    const { party } = before;
    const { isProductHeld, screening } = await loadScreening(work, before);
    const decided = productResult(party, screening, { hasOpenProduct });
    const isHeld = decided.kind === 'held';
    if (isHeld && needsScreening(screening)) openScreening(work, party, ctx.clock.now());
    if (isHeld !== isProductHeld) updateProductHeld(work, party, isHeld);
    const changes =
      isHeld === isProductHeld ? [] : [{ field: 'product-held', before: isProductHeld, after: isHeld }];
    const decision =
      decided.kind === 'changed'
        ? changed(ctx, party, nextStatus(party.personal.customer.status, decided.trigger))
        : { facts: party, events: [] };
    saveParty(ctx, work, { before, decision: { ...decision, audited: { changes } } });
    return decided.kind;
  });
  if (result === 'held')
    log.error(
      { bankId },
      'the core has an open product of a party that is not accepted, see parties screening list',
    );
}

/** Returns whether nothing is new, so that the party need not be locked. */
function isKnown({ isProductHeld, status }: ProductStanding, hasOpenProduct: boolean): boolean {
  return (usesProduct({ status }) || isProductHeld) === hasOpenProduct;
}

/** A hit stays a hit; a clear outcome for other facts than those of today does not count. */
function needsScreening(screening: Screening): boolean {
  return screening.kind === 'none' || (screening.kind === 'clear' && !screening.isOfTheseFacts);
}

function changed(
  ctx: Context & PartyPorts,
  party: Party,
  status: ReturnType<typeof nextStatus>,
): Pick<Decision, 'facts' | 'events'> {
  const { personal, sensitive } = party;
  if (status === undefined) return { facts: party, events: [] };
  const { today } = ruleContextOf(ctx, party.partyNumber);
  const customer = changedCustomer(personal.customer, status, { today });
  return {
    facts: { personal: { ...personal, customer }, sensitive },
    events: [partyEvent('statusChanged', party, status)],
  };
}
