import { Temporal } from 'temporal-polyfill';
import { limitUnknownAccounts } from '#capabilities/tpp-quotas/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import {
  type AccessFault,
  checkAccess,
  type DataKind,
  dataKinds,
  modelOf,
  type NamedAccount,
  type SentAccess,
  wantsOwnerName,
} from '../domain/access.ts';
import type { KeptAccess, KeptAccount } from '../domain/kept-access.ts';
import { maskedPan } from '../domain/masked-pan.ts';
import type { ConsentAccount } from '../ports/consent-accounts.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import { problems } from '../problems.ts';
import { referenceOf } from './consent-order.ts';

/** A consent as a third party asks for it. */
export interface SentConsent {
  readonly access: SentAccess;
  readonly isRecurring: boolean;
  readonly validUntil: Temporal.PlainDate;
  readonly frequencyPerDay: number;
  readonly isCombined: boolean;
  readonly purpose: string | undefined;
}

/** An access that obeys all rules, and the customers of whom each may approve it alone. */
export interface AcceptedAccess {
  readonly access: KeptAccess;
  readonly holders: readonly string[];
  readonly validUntil: Temporal.PlainDate;
}

/** Checks an access and looks its accounts up. Asks the core, so never in a transaction. */
export async function acceptAccess(
  ctx: Context & ConsentsPorts,
  { access, purpose, validUntil }: SentConsent,
): Promise<AcceptedAccess> {
  const { bankId, clock, consentsChoices } = ctx;
  const choices = consentsChoices.of(bankId);
  const today = clock.now().toZonedDateTimeISO(choices.timeZone).toPlainDate();
  rejectFaults([
    ...checkAccess(access, choices).map(toFault),
    ...(Temporal.PlainDate.compare(validUntil, today) < 0 ? [dateOver] : []),
  ]);
  const model = modelOf(access);
  if (model === undefined) throw problems['access-faulty']();
  const found = await accountsOf(ctx, access);
  const kept: KeptAccess = {
    model,
    lists: Object.fromEntries(
      dataKinds.flatMap((kind) => (access[kind] === undefined ? [] : [[kind, listOf(found, kind)]])),
    ),
    salt: ctx.consentsVault.newSalt(),
    withOwnerName: wantsOwnerName(access, choices.areOwnerNamesDisclosed),
    ...ownerNamesOf(found, access),
    ...omitUndefined({ purpose }),
  };
  return { access: kept, holders: commonHolders(found), validUntil };
}

interface Fault {
  readonly isUnsupported: boolean;
  readonly fieldError: FieldError;
}

const faultTexts: Readonly<Record<AccessFault['kind'], string>> = {
  missing:
    'Name accounts, send empty lists to let the customer choose, or send one of availableAccounts, availableAccountsWithBalance and allPsd2.',
  mixed: 'These members cannot be combined: either lists with accounts, or empty lists, or one flag.',
  identifier:
    'Name the account by exactly one identifier that supportedAccountReferenceFields of the XS2A profile lists.',
  'not-included': 'The account must also be in accounts, balances or transactions.',
  unsupported: 'This bank does not offer it; its XS2A profile lists what it offers.',
};

function toFault({ at, kind }: AccessFault): Fault {
  return {
    isUnsupported: kind === 'unsupported' || kind === 'not-included',
    fieldError: { part: 'body', path: ['access', ...at], code: 'mismatch', message: faultTexts[kind] },
  };
}

const dateOver: Fault = {
  isUnsupported: false,
  fieldError: {
    part: 'body',
    path: ['validUntil'],
    code: 'mismatch',
    message: 'The last day must not be in the past.',
  },
};

const faultsMax = 20;

function rejectFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const isOnlyUnsupported = faults.every(({ isUnsupported }) => isUnsupported);
  const problem = isOnlyUnsupported ? problems['access-not-offered'] : problems['access-faulty'];
  throw problem({ fieldErrors: faults.map(({ fieldError }) => fieldError).slice(0, faultsMax) });
}

/** An account of a request, with what the core knows of it. */
interface FoundAccount {
  readonly kind: DataKind;
  readonly kept: KeptAccount;
  readonly account: ConsentAccount;
}

async function accountsOf(
  ctx: Context & ConsentsPorts,
  access: SentAccess,
): Promise<readonly FoundAccount[]> {
  const named = dataKinds.flatMap((kind) =>
    (access[kind] ?? []).map((account, index) => ({ kind, index, account: withMaskedPan(account) })),
  );
  if (named.length === 0) return [];
  const references = named.map(({ account }) => referenceOf(account));
  const found = await ctx.consentAccounts.findAll(ctx.bankId, references);
  const usable = named.flatMap(({ account, index, kind }, place): readonly (FoundAccount | FieldError)[] => {
    const known = found[place];
    const { currency } = account;
    const isUsable =
      known !== undefined &&
      known.status !== 'closed' &&
      (currency === undefined || known.currencies.includes(currency));
    if (!isUsable) return [unusable(['access', kind, index])];
    return [{ kind, kept: { ...account, accountId: known.accountId }, account: known }];
  });
  const lookedUp = references.map((account, place) => ({
    account,
    isUsable: 'kept' in (usable[place] ?? {}),
  }));
  await limitUnknownAccounts(ctx, lookedUp);
  const fieldErrors = usable.filter((one) => 'part' in one);
  if (fieldErrors.length > 0)
    throw problems['account-unusable']({ fieldErrors: fieldErrors.slice(0, faultsMax) });
  return usable.filter((one) => 'kept' in one);
}

function unusable(path: FieldError['path']): FieldError {
  return { part: 'body', path, code: 'mismatch', message: problems['account-unusable'].entry.message };
}

/** The number of a card is never kept whole. */
function withMaskedPan({ pan, ...account }: NamedAccount): NamedAccount {
  return pan === undefined ? account : { ...account, maskedPan: maskedPan(pan) };
}

/** The accounts whose owners are asked for; an empty list asks for those of all accounts. */
function ownerNamesOf(
  found: readonly FoundAccount[],
  { additionalInformation }: SentAccess,
): Pick<KeptAccess, 'ownerNamesOf'> {
  const asked = additionalInformation?.ownerName ?? [];
  if (asked.length === 0) return {};
  const keys = new Set(asked.map((account) => referenceKeyOf(account)));
  const named = found.filter(({ kept }) => keys.has(referenceKeyOf(kept)));
  return { ownerNamesOf: [...new Set(named.map(({ kept }) => kept.accountId))] };
}

function referenceKeyOf(account: NamedAccount): string {
  const { id, scheme } = referenceOf(withMaskedPan(account));
  return `${scheme} ${id.toUpperCase()}`;
}

function listOf(found: readonly FoundAccount[], kind: DataKind): readonly KeptAccount[] {
  return found.flatMap((one) => (one.kind === kind ? [one.kept] : []));
}

/** Returns the customers who hold all of the accounts, the owner of the first one first. */
function commonHolders(found: readonly FoundAccount[]): readonly string[] {
  const [first, ...others] = found;
  if (first === undefined) return [];
  const common = first.account.holders.filter((number) =>
    others.every(({ account }) => account.holders.includes(number)),
  );
  if (common.length === 0) throw problems['accounts-apart']();
  return common;
}
