import type { BrowserInfo } from '#capabilities/identity/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { AwaitedProof } from '../../domain/details.ts';
import type { PageError } from '../../domain/page-error.ts';
import { type PageForm, plainCode } from '../../domain/page-form.ts';
import { resendWaitSeconds } from '../../domain/policy.ts';
import { isFinal } from '../../domain/status.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { PageApproval } from '../../steps/approve.ts';
import { withdrawRequestOf } from '../../steps/devices/ask-device.ts';
import { beginMethod, beginOnlyMethod } from '../../steps/page/begin-method.ts';
import {
  type AccountStep,
  chooseAccounts,
  chooseAgain,
  chooseOnlyAccount,
} from '../../steps/page/choose-accounts.ts';
import { leaveMethod } from '../../steps/page/choose-method.ts';
import { enterCode } from '../../steps/page/enter-code.ts';
import { enterPassword } from '../../steps/page/enter-password.ts';
import { findPage, isSameBrowser, type PageVisit } from '../../steps/page/find-page.ts';
import { changePage, withError, without } from '../../steps/page/page-step.ts';
import { wayBackOf } from '../../steps/page/page-view.ts';
import { usePasskey } from '../../steps/page/use-passkey.ts';
import { failureOf } from '../../steps/rolled-back.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';

/** A form of an approval page. */
export interface SubmitApproval extends PageVisit {
  readonly form: PageForm;
  /** Anti-forgery token of the form. */
  readonly csrf: string;
  readonly browserInfo: BrowserInfo;
}

/** What the browser does next: the page again, or away to the third party. */
export type SubmittedApproval = { readonly kind: 'page' } | { readonly kind: 'leave'; readonly url: string };

/** Processes a form. What the page shows next follows from the state, also after a form that came too late. */
export async function submitApproval(
  ctx: Context & ScaPorts,
  { browserInfo, browserSecret, csrf, form, handle }: SubmitApproval,
): Promise<SubmittedApproval> {
  const found = await findPage(ctx, { handle });
  if (found === undefined || browserSecret === undefined || !isSameBrowser(found, browserSecret))
    return { kind: 'page' };
  if (!ctx.scaVault.isCsrf(ctx.bankId, browserSecret, csrf)) throw standardProblems.forbidden();
  if (found.status !== 'started') return leaveOrStay(found);
  return form.do === 'code' || form.do === 'passkey'
    ? confirm(ctx, found, form)
    : leaveOrStay(await process(ctx, found, { browserInfo, form }));
}

/** The form that takes each proof; a device answers elsewhere. */
const formFor: Readonly<Record<AwaitedProof['kind'], PageForm['do'] | undefined>> = {
  code: 'code',
  challenge: 'code',
  passkey: 'passkey',
  device: undefined,
};

/** Takes the second factor. One that is not awaited any more changes nothing, as after a form of another tab. */
async function confirm(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  form: Extract<PageForm, { readonly do: 'code' | 'passkey' }>,
): Promise<SubmittedApproval> {
  const { awaited } = found.details;
  if (awaited === undefined || formFor[awaited.kind] !== form.do) return { kind: 'page' };
  if (form.do === 'passkey') {
    const used = usePasskey(ctx, found, form.response);
    const { authorisation, confirmationCode } = await orEnd(ctx, found, used);
    return leaveOrStay(authorisation, confirmationCode);
  }
  const code = plainCode(form.code);
  if (code === '') return stay(ctx, found, { kind: 'code-missing' });
  const { authorisation, confirmationCode } = await orEnd(ctx, found, enterCode(ctx, found, code));
  return leaveOrStay(authorisation, confirmationCode);
}

/** Ends an authorisation whose approval was rolled back; the browser returns to the third party all the same. */
async function orEnd(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  approving: Promise<PageApproval>,
): Promise<PageApproval> {
  try {
    return await approving;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { authorisation: await changePage(ctx, found, () => ({ event: { kind: 'ended', failure } })) };
  }
}

type OtherForm = Exclude<PageForm, { readonly do: 'code' | 'passkey' }>;
type FormOf<Kind extends OtherForm['do']> = Extract<OtherForm, { readonly do: Kind }>;

/** What each form does; a form without an entry does not compile. */
const processors: {
  readonly [Kind in OtherForm['do']]: (
    ctx: Context & ScaPorts,
    found: StoredAuthorisation,
    form: FormOf<Kind>,
    browserInfo: BrowserInfo,
  ) => Promise<StoredAuthorisation>;
} = {
  identify: (ctx, found, { name }) => identify(ctx, found, name.trim()),
  password: (ctx, found, { password }, browserInfo) => authenticate(ctx, found, { browserInfo, password }),
  'other-name': forgetName,
  accounts: processAccounts,
  'other-account': processAccounts,
  method: (ctx, found, { methodId }) => chooseOffered(ctx, found, methodId),
  'other-method': leaveMethod,
  resend,
  // The page itself shows what has happened.
  refresh: async (_, found) => found,
  extend: (ctx, found) => changePage(ctx, found, () => ({ event: { kind: 'continued' } })),
  cancel: (ctx, found) => changePage(ctx, found, () => ({ event: { kind: 'ended', failure: 'cancelled' } })),
};

function process<Kind extends OtherForm['do']>(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  { browserInfo, form }: { readonly browserInfo: BrowserInfo; readonly form: FormOf<Kind> & { do: Kind } },
): Promise<StoredAuthorisation> {
  return processors[form.do](ctx, found, form, browserInfo);
}

type AccountForm = Extract<PageForm, { readonly do: 'accounts' | 'other-account' }>;

async function processAccounts(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  form: AccountForm,
): Promise<StoredAuthorisation> {
  if (form.do === 'other-account') return withdrawn(ctx, found, await chooseAgain(ctx, found));
  const step = await chooseAccounts(ctx, found, form.accountIds);
  return withMethod(ctx, { ...step, authorisation: await withdrawn(ctx, found, step.authorisation) });
}

/** A device is not asked any more for what was chosen before. */
async function withdrawn(
  ctx: Context & ScaPorts,
  before: StoredAuthorisation,
  after: StoredAuthorisation,
): Promise<StoredAuthorisation> {
  if (after.details.awaited === undefined) await withdrawRequestOf(ctx, before);
  return after;
}

/** A method that was not offered changes nothing. */
async function chooseOffered(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  methodId: string,
): Promise<StoredAuthorisation> {
  const method = found.details.methods?.find((one) => one.methodId === methodId);
  return method === undefined ? found : beginMethod(ctx, found, method);
}

/** Only a name that the customer typed can be typed again. */
function forgetName(ctx: Context & ScaPorts, found: StoredAuthorisation): Promise<StoredAuthorisation> {
  return changePage(ctx, found, ({ details, userId }) => {
    if (userId !== undefined || details.isNameOfThirdParty === true) return undefined;
    return {
      event: { kind: 'continued' },
      change: { details: without(details, 'claimedName', 'pageError') },
    };
  });
}

async function identify(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  name: string,
): Promise<StoredAuthorisation> {
  return changePage(ctx, found, ({ details, userId }) => {
    if (userId !== undefined || details.claimedName !== undefined) return undefined;
    const changed =
      name === ''
        ? { ...details, pageError: { kind: 'name-missing' as const } }
        : { ...without(details, 'pageError'), claimedName: name };
    return { event: { kind: 'continued' }, change: { details: changed } };
  });
}

async function authenticate(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  {
    browserInfo,
    password,
  }: Pick<Extract<PageForm, { readonly do: 'password' }>, 'password'> & {
    readonly browserInfo: BrowserInfo;
  },
): Promise<StoredAuthorisation> {
  const { claimedName } = found.details;
  if (found.userId !== undefined || claimedName === undefined) return found;
  if (password.reveal() === '') return withError(ctx, found, { kind: 'password-missing' });
  const after = await enterPassword(ctx, { authorisation: found, name: claimedName, password, browserInfo });
  const isSignedIn = after.status === 'started' && after.userId !== undefined;
  return isSignedIn ? withMethod(ctx, await chooseOnlyAccount(ctx, after)) : after;
}

/** The only method of a customer is begun as soon as the accounts are known. */
function withMethod(
  ctx: Context & ScaPorts,
  { authorisation, isComplete }: AccountStep,
): Promise<StoredAuthorisation> | StoredAuthorisation {
  return isComplete ? beginOnlyMethod(ctx, authorisation) : authorisation;
}

/** Sends another code, or asks the device once more: a few times and not at once. */
async function resend(ctx: Context & ScaPorts, found: StoredAuthorisation): Promise<StoredAuthorisation> {
  const { codeSentAtMs = 0, codesSent = 0, method } = found.details;
  if (method?.kind !== 'sms' && method?.kind !== 'device') return found;
  const isEarly = ctx.clock.now().epochMilliseconds - codeSentAtMs < resendWaitSeconds(codesSent) * 1_000;
  if (isEarly) return found;
  return beginMethod(ctx, found, method);
}

async function stay(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  error: PageError,
): Promise<SubmittedApproval> {
  await withError(ctx, found, error);
  return { kind: 'page' };
}

/**
 * The customer always returns to the third party, whatever happened; without an address the page says how it ended. To a
 * host that is not the third party's the customer goes by a link of that page.
 */
function leaveOrStay(authorisation: StoredAuthorisation, confirmationCode?: string): SubmittedApproval {
  const { status } = authorisation;
  if (!isFinal(status) && status !== 'unconfirmed') return { kind: 'page' };
  const { foreignHost, returnUrl: url } = wayBackOf(authorisation, confirmationCode);
  return url === undefined || foreignHost !== undefined ? { kind: 'page' } : { kind: 'leave', url };
}
