import { setImmediate } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import { limitUnknownAccounts } from '#capabilities/tpp-quotas/index.ts';
import { callerId } from '#platform/auth/caller.ts';
import type { RequestDocument } from '#platform/http/body-kinds.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { KeptBulk } from '../domain/bulk-payment.ts';
import { type CreditorSums, positionsOf, type Standing } from '../domain/bulk-positions.ts';
import { accountFields } from '../domain/check-accounts.ts';
import { futureDateOf } from '../domain/check-dates.ts';
import type { NamedProduct } from '../domain/products.ts';
import type { BulkOptions, ReadBulk } from '../engine/bulk/bulk-reading.ts';
import { readBulk } from '../engine/read-bulk.ts';
import type { PayerAccount } from '../ports/payer-accounts.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { executionDateOf } from './accept-order.ts';
import { today } from './bank-day.ts';
import { referenceOf } from './payment-order.ts';

type Ctx = Context & PaymentsPorts;

/** A bulk that obeys all rules. */
export interface AcceptedBulk extends Pick<ReadBulk, 'chunks' | 'document' | 'format'> {
  readonly bulk: KeptBulk;
  readonly documentHash: Buffer;
  readonly debtor: PayerAccount;
  readonly requestedDate: Temporal.PlainDate | undefined;
  readonly executionDate: Temporal.PlainDate | undefined;
}

export type SentBulk = RequestDocument<'application/json' | 'application/xml'>;

/**
 * Reads a bulk and checks it against the rules of its product, of the bank and of the account. Third parties learn all
 * faults at once. Asks the core, so never in a transaction.
 */
export async function acceptBulk(ctx: Ctx, named: NamedProduct, sent: SentBulk): Promise<AcceptedBulk> {
  const { caller, documents } = ctx;
  const result = await readBulk(documents, sent.mediaType, {
    bytes: sent.bytes,
    caller: callerId(caller),
    options: optionsFor(ctx, named),
  });
  if (result.kind === 'faulty') {
    const problem = result.areDates ? problems['execution-date-invalid'] : problems['payment-faulty'];
    throw problem({ fieldErrors: result.fieldErrors });
  }
  const { bulk: read } = result;
  const requestedDate = futureDateOf(read.members, today(ctx));
  const [debtor, executionDate] = await Promise.all([
    debtorOf(ctx, read),
    requestedDate && executionDateOf(ctx, named.product, requestedDate),
  ]);
  const { chunks, document, documentHash, format } = read;
  return {
    chunks,
    document,
    format,
    documentHash: Buffer.from(documentHash),
    bulk: await keptBulk(ctx, read, debtor),
    debtor,
    requestedDate,
    executionDate,
  };
}

function optionsFor(ctx: Ctx, { product }: NamedProduct): BulkOptions {
  const choices = ctx.paymentsChoices.of(ctx.bankId);
  const day = today(ctx).toString();
  const { version03Until } = choices;
  return {
    product,
    entriesMax: choices.bulkEntriesMax,
    acceptedVersions: version03Until === undefined || day < version03Until ? ['03', '09'] : ['09'],
    accountFields: choices.accountFields,
    areIbansChecked: choices.areIbansChecked,
    today: day,
    timeZone: choices.timeZone,
    validityDaysMax: choices.validityDaysMax,
    addressRulesFrom: choices.address.rulesFrom.toString(),
    isHybridAllowed: choices.address.isHybridAllowed,
  };
}

async function debtorOf(ctx: Ctx, read: ReadBulk): Promise<PayerAccount> {
  const { creditors, debtorPath, members } = read;
  const reference = referenceOf(members.debtorAccount);
  const debtor = await ctx.payerAccounts.find(ctx.bankId, reference);
  const currencies = new Set(creditors.keys.map((key) => members.debtorAccount.currency ?? currencyIn(key)));
  const isUsable =
    debtor?.status === 'open' && [...currencies].every((one) => debtor.currencies.includes(one));
  await limitUnknownAccounts(ctx, [{ account: reference, isUsable }]);
  if (debtor !== undefined && isUsable) return debtor;
  const { message } = problems['account-unusable'].entry;
  throw problems['account-unusable']({
    fieldErrors: [{ part: 'body', path: debtorPath, code: 'mismatch', message }],
  });
}

async function keptBulk(ctx: Ctx, read: ReadBulk, debtor: PayerAccount): Promise<KeptBulk> {
  const { accountsHash, blocks, chunkHashes, count, header, members } = read;
  const [first, ...others] = positionsOf(await creditorsOf(ctx, read, debtor.owner));
  if (first === undefined) throw new Error('a bulk without payments was not refused');
  return omitUndefined({
    members,
    count,
    positions: [first, ...others] as const,
    chunkHashes,
    accountsHash,
    header,
    blocks,
  });
}

/** Accounts in one question to the core. */
const askedAtOnce = 500;

/** Returns the creditors of a bulk with their standing. Asks in parts, so that no other request waits for a long list. */
async function creditorsOf(
  { bankId, payerAccounts }: Ctx,
  { creditors }: ReadBulk,
  owner: string,
): Promise<readonly CreditorSums[]> {
  const { counts, keys, largest, totals } = creditors;
  const found: CreditorSums[] = [];
  for (let from = 0; from < keys.length; from += askedAtOnce) {
    const part = keys.slice(from, from + askedAtOnce).map((key) => key.split('\n'));
    const references = part.map(([, scheme = '', id = '']) => ({ scheme: schemeOf(scheme), id }));
    const owners = await payerAccounts.ownersOf(bankId, references);
    for (const [index, [currency = '', scheme = '', id = '', agent]] of part.entries()) {
      const at = from + index;
      // At another bank the same number is another account.
      const standing = standingOf(agent === undefined ? owners.get(`${scheme}:${id}`) : undefined, owner);
      const [total = 0n, most = 0n, count = 0] = [totals[at], largest[at], counts[at]];
      found.push(omitUndefined({ scheme, id, agent, currency, total, largest: most, count, standing }));
    }
    await setImmediate();
  }
  return found;
}

function standingOf(creditor: string | undefined, owner: string): Standing {
  if (creditor === undefined) return 'elsewhere';
  return creditor === owner ? 'same-customer' : 'same-bank';
}

function schemeOf(text: string): (typeof accountFields)[number] {
  const scheme = accountFields.find((field) => field === text);
  if (scheme === undefined) throw new Error('an account without an identifier was not refused');
  return scheme;
}

function currencyIn(key: string): string {
  return key.slice(0, key.indexOf('\n'));
}
