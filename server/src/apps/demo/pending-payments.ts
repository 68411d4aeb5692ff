import { bookCardPayment, reserveCardPayment } from '#adapters/ledger/card-payments.ts';
import type { LedgerDeps } from '#adapters/ledger/ledger-deps.ts';
import { entriesOf } from '#adapters/ledger/read-entries.ts';
import { dayNumber } from './demo-day.ts';
import { accountIdOf } from './demo-ledger.ts';
import { drawsOf, seedOf } from './draws.ts';
import type { PersonaAccount } from './persona.ts';
import { personaAccounts } from './personas.ts';
import { codes } from './planned-entry.ts';
import { shops } from './shops.ts';

const pendingMax = 50;
const perDay = 2;

/** Books the card payments that were pending, and reserves those of today, on the accounts that show them. */
export async function renewPendingPayments(ledger: LedgerDeps): Promise<void> {
  for (const { account } of personaAccounts) {
    if (account.hasPendingPayments === true) await renew(ledger, account);
  }
}

async function renew(ledger: LedgerDeps, account: PersonaAccount): Promise<void> {
  const accountId = accountIdOf(account.key);
  const { items } = await entriesOf(ledger, accountId, { status: 'pending', max: pendingMax });
  for (const { entryReference, instructionId } of items) {
    // Money that is reserved for a transfer belongs to the transfer.
    if (instructionId === undefined) await bookCardPayment(ledger, entryReference);
  }
  const today = dayNumber(ledger.clock.today(ledger.rules.zone));
  const draws = drawsOf(seedOf(`pending ${account.key}`), today);
  for (let count = 0; count < perDay; count += 1) {
    const merchant = draws.pick(shops[count === 0 ? 'groceries' : 'restaurant']);
    const code = account.kind === 'card' ? codes.creditCard : codes.debitCard;
    await reserveCardPayment(ledger, accountId, {
      amount: { minor: draws.amount([9_00n, 58_00n]), currency: account.currencies[0] ?? 'EUR' },
      details: { code, name: merchant.name, merchant },
    });
  }
}
