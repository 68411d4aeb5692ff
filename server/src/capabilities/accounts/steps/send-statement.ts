import { Temporal } from 'temporal-polyfill';
import type { CoreAccount } from '#capabilities/core-banking/index.ts';
import { composeDelivery, type InitiateDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { lockStanding } from '#capabilities/party/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type WrittenStatement, writeStatement } from '../domain/statement-document.ts';
import { lastDayOf } from '../domain/statement-period.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import {
  findOpenStatement,
  lockOpenStatement,
  type OpenStatement,
  postponeStatement,
  type StatementOutcome,
  settleStatement,
} from '../store/statements.store.ts';
import { isAway } from './is-away.ts';
import { bankDay } from './report-pages.ts';
import { currencyPart } from './statement.ts';
import { statementEntries } from './statement-entries.ts';
import { type StatementRecipient, statementRecipient } from './statement-recipient.ts';

type Ctx = Context & AccountsPorts;

const retrySeconds = 300;

/** A statement that has a recipient. */
interface MadeStatement {
  readonly recipient: StatementRecipient;
  readonly iban: string;
  readonly written: WrittenStatement;
}

/**
 * Makes a statement and puts it into the mailbox, together with the record that it was made. It is postponed while the
 * core or the renderer is away, and while the bank has no template.
 */
export async function sendStatement(ctx: Ctx, statementId: string): Promise<'done' | 'postponed'> {
  const { bankId, clock, db, log } = ctx;
  try {
    const open = await findOpenStatement(db, { bankId, statementId });
    if (open === undefined) return 'done';
    const made = await makeStatement(ctx, open);
    await (typeof made === 'string' ? settle(ctx, statementId, made) : deliver(ctx, statementId, made));
    return 'done';
  } catch (error) {
    if (!isAway(error) && !isPassing(error)) throw error;
    log.warn({ bankId, aggregateKind: 'statement', aggregateId: statementId, error }, 'a statement waits');
    const until = clock.now().add({ seconds: retrySeconds });
    await postponeStatement(db, { bankId, statementId, until });
    return 'postponed';
  }
}

/** The bank publishes the template later; a customer who died or was erased meanwhile may have a joint holder. */
const passing: ReadonlySet<string> = new Set([
  'recipient-deceased',
  'recipient-not-found',
  'template-not-found',
]);

function isPassing(error: unknown): boolean {
  return error instanceof Problem && passing.has(error.literal);
}

async function makeStatement(
  ctx: Ctx,
  { accountId, currency: code, owner, period: from }: OpenStatement,
): Promise<MadeStatement | Exclude<StatementOutcome, 'sent'>> {
  const { accountReads, bankId, db, statementBanks } = ctx;
  const account = (await accountReads.accountsOf(db, bankId, owner)).find(
    (one) => one.accountId === accountId,
  );
  const currency = account?.currencies.find((one) => one === code);
  if (account?.iban === undefined || currency === undefined) return 'not-possible';
  const recipient = await statementRecipient(ctx, account);
  if (recipient === undefined) return 'unreachable';
  const to = lastDayOf(from);
  const entries = await statementEntries(ctx, account, { currency, from, to });
  if (isUnused(account, entries)) return 'unused';
  const statement = await currencyPart(ctx, account, { currency, entries, to }).catch(withoutBalances);
  if (statement === undefined) return 'not-possible';
  const facts = {
    bank: statementBanks.of(bankId),
    holder: recipient,
    account: { name: account.product, iban: account.iban },
    from: Temporal.PlainDate.compare(account.openedOn, from) > 0 ? account.openedOn : from,
    to,
    issued: bankDay(ctx),
  };
  return { recipient, iban: account.iban, written: writeStatement(facts, statement) };
}

/** Nothing happened on an account that was closed before the month or in it. */
function isUnused({ status }: CoreAccount, entries: readonly unknown[]): boolean {
  return status === 'closed' && entries.length === 0;
}

/** A core without balances has no statements. */
function withoutBalances(error: unknown): undefined {
  if (error instanceof Problem && error.literal === 'document-not-offered') return undefined;
  throw error;
}

async function settle(
  ctx: Ctx,
  statementId: string,
  outcome: Exclude<StatementOutcome, 'sent'>,
): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const isOpen = await lockOpenStatement(work, { bankId, statementId });
    if (isOpen) settleStatement(work, { bankId, statementId, outcome });
    work.audit({
      aggregateKind: 'statement',
      aggregateId: statementId,
      changes: isOpen ? [{ field: 'outcome', after: outcome }] : [],
    });
  });
}

async function deliver(ctx: Ctx, statementId: string, made: MadeStatement): Promise<void> {
  const { bankId, identity } = ctx;
  const { customerNumber } = made.recipient;
  const sending = { ...ctx, ...identity.authorization.correspondence };
  const composed = await composeDelivery(sending, deliveryOf(made));
  await runCommand(ctx, async (work) => {
    const isOpen = await lockOpenStatement(work, { bankId, statementId });
    // Died or was erased meanwhile: it stays open, and the next attempt looks for another holder.
    const isLiving = (await lockStanding(work, { bankId, customerNumber }))?.state === 'living';
    if (isOpen && isLiving) {
      await queueDelivery(sending, work, composed);
      settleStatement(work, { bankId, statementId, outcome: 'sent' });
    }
    work.audit({
      aggregateKind: 'statement',
      aggregateId: statementId,
      changes: isOpen && isLiving ? [{ field: 'outcome', after: 'sent' }] : [],
    });
  });
}

/**
 * The mailbox, not the medium that the customer prefers: the document has the account number in full, and must not leave
 * the bank. No preference turns it off.
 */
function deliveryOf({ iban, recipient, written }: MadeStatement): InitiateDelivery {
  const { documents, summary } = written;
  return {
    recipient: { kind: 'customer', customerNumber: recipient.customerNumber },
    messageKind: 'statement',
    medium: 'mailbox',
    source: { kind: 'template', templateId: 'statement', data: summary, documents },
    priority: 'low',
    urgency: 'non-urgent',
    category: undefined,
    sourceChannel: undefined,
    batchId: undefined,
    expires: undefined,
    notBefore: undefined,
    notificationGroup: undefined,
    accountId: iban,
  };
}
