import {
  contactMedia,
  correspondenceProblems,
  type Frequency,
  findGroup,
  frequencies,
  getPreferences,
  type PreferenceView,
  setPreferences,
  thresholdMax,
} from '#capabilities/correspondence/index.ts';
import { latinDigits } from '#capabilities/identity/index.ts';
import { type Currency, exponentOf } from '#platform/kernel/currency.ts';
import { type Money, parseMoney } from '#platform/kernel/money.ts';
import { redirect } from './account-access.ts';
import { mailboxPage, type OpenMailbox, openMailbox, requireToken } from './account-mailbox.ts';
import type { AccountDeps } from './account-overview.ts';
import { isProblem } from './account-settings.ts';
import { addressIn, notificationsPath } from './mailbox/mailbox-parts.ts';
import type { MailboxViewOf, PreferenceError, TypedPreference } from './mailbox/mailbox-view.ts';
import type { PageRequest, SignedInRequest } from './page-request.ts';
import type { PageResponse } from './page-response.ts';

/** Which preference a page is about. */
interface Target {
  readonly group: string | null | undefined;
  readonly account: string | null | undefined;
}

/** Lists the preferences of the customer, or asks for a change of one. */
export async function showNotifications(
  deps: AccountDeps,
  pageRequest: PageRequest,
  signed: SignedInRequest,
): Promise<PageResponse> {
  const { query } = pageRequest;
  const mailbox = await openMailbox(deps, pageRequest, signed);
  if (mailbox === undefined) return mailboxPage(deps, pageRequest, signed, { kind: 'unknown-message' });
  const preferences = await preferencesOf(mailbox);
  const shown = { ...signed, ...mailbox };
  const target = { group: query.get('group'), account: query.get('account') };
  const asked = preferences.find((one) => isTarget(one, target));
  if (asked !== undefined) return mailboxPage(deps, pageRequest, shown, formOf(asked));
  const isSaved = query.get('said') === 'saved';
  return mailboxPage(deps, pageRequest, shown, { kind: 'notifications', preferences, isSaved });
}

async function preferencesOf({ ctx }: OpenMailbox): Promise<readonly PreferenceView[]> {
  return (await getPreferences(ctx)).map(({ preference }) => preference);
}

function isTarget({ accountId, groupId }: PreferenceView, { account, group }: Target): boolean {
  return groupId === group && accountId === (account ?? undefined);
}

/** The currency of a threshold where the group has none. */
const currencyDefault: Currency = 'EUR';

function formOf(
  preference: PreferenceView,
  again?: { readonly typed: TypedPreference; readonly error: PreferenceError },
): MailboxViewOf<'preference'> {
  const threshold = preference.threshold ?? findGroup(preference.groupId)?.threshold;
  return {
    kind: 'preference',
    preference,
    hasThreshold: threshold !== undefined && !preference.isMandatory,
    currency: threshold?.currency ?? currencyDefault,
    typed: again?.typed,
    error: again?.error,
  };
}

type Fields = ReadonlyMap<string, string>;

/** Receives the form of a preference. */
export async function changeNotifications(
  deps: AccountDeps,
  pageRequest: PageRequest,
  signed: SignedInRequest,
): Promise<PageResponse> {
  requireToken(deps, pageRequest, signed);
  const mailbox = await openMailbox(deps, pageRequest, signed);
  if (mailbox === undefined) return mailboxPage(deps, pageRequest, signed, { kind: 'unknown-message' });
  const back = (query?: Readonly<Record<string, string>>): PageResponse =>
    redirect(addressIn(mailbox.whose, notificationsPath(pageRequest.context.bankId), query));
  const fields: Fields = pageRequest.fields ?? new Map();
  if (fields.get('step') !== 'save-preference') return back();
  const target = { group: fields.get('group'), account: fields.get('account') };
  const preference = (await preferencesOf(mailbox)).find((one) => isTarget(one, target));
  if (preference === undefined) return back();
  const error = await save(mailbox, { preference, fields });
  if (error === undefined) return back({ said: 'saved' });
  const shown = { ...signed, ...mailbox };
  return mailboxPage(deps, pageRequest, shown, formOf(preference, { typed: typedIn(fields), error }));
}

interface Submitted {
  readonly preference: PreferenceView;
  readonly fields: Fields;
}

async function save(
  { ctx }: OpenMailbox,
  { fields, preference }: Submitted,
): Promise<PreferenceError | undefined> {
  const typed = typedIn(fields);
  const { currency, hasThreshold } = formOf(preference);
  const threshold = hasThreshold ? amountOf(typed.amount, currency) : undefined;
  if (threshold === 'invalid') return 'amount';
  const { accountId, groupId, isMandatory, mediaOn } = preference;
  // What is not in the form stays as it is.
  const shown = contactMedia.filter((medium) => !(isMandatory && medium === 'mailbox'));
  try {
    await setPreferences(ctx, [
      {
        groupId,
        ...(accountId === undefined ? {} : { accountId }),
        ...(threshold === undefined ? {} : { threshold }),
        ...(isMandatory ? {} : { frequency: frequencyOf(typed.frequency) }),
        turnedOn: shown.filter((medium) => typed.mediaOn.includes(medium) && !mediaOn.includes(medium)),
        turnedOff: shown.filter((medium) => !typed.mediaOn.includes(medium)),
      },
    ]);
  } catch (error) {
    if (isProblem(error, correspondenceProblems['no-contact-for-medium'])) return 'contact';
    throw error;
  }
  return undefined;
}

const amountMax = 20;

function typedIn(fields: Fields): TypedPreference {
  return {
    mediaOn: contactMedia.filter((medium) => fields.get(`medium-${medium}`) === 'on'),
    amount: (fields.get('amount') ?? '').trim().slice(0, amountMax),
    frequency: fields.get('frequency') ?? 'now',
  };
}

/** Returns null for an empty field: the preference has no threshold then. */
function amountOf(text: string, currency: string): Money | null | 'invalid' {
  if (text === '') return null;
  if (/[-−]/.test(text)) return 'invalid';
  const amount = latinDigits(text).replace(/[,٫]/, '.');
  const money = parseMoney({ currency, amount });
  if (money === undefined) return 'invalid';
  return money.minor > thresholdMax * 10n ** BigInt(exponentOf(money.currency)) ? 'invalid' : money;
}

/** Absent frequencies and unknown ones mean: at once. */
function frequencyOf(text: string): Frequency | null {
  return frequencies.find((known) => known === text) ?? null;
}
