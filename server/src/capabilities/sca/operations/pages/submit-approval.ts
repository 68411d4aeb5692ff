import type { BrowserInfo } from '#capabilities/identity/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { PageError } from '../../domain/page-error.ts';
import { type PageForm, plainCode } from '../../domain/page-form.ts';
import { codeResendAfterSeconds, codesMax } from '../../domain/policy.ts';
import { isFinal } from '../../domain/status.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { chooseMethod } from '../../steps/page/choose-method.ts';
import { enterCode } from '../../steps/page/enter-code.ts';
import { enterPassword } from '../../steps/page/enter-password.ts';
import { findPage, isSameBrowser, type PageVisit } from '../../steps/page/find-page.ts';
import { changePage, without } from '../../steps/page/page-step.ts';
import { returnUrlOf } from '../../steps/page/page-view.ts';
import { usePasskey } from '../../steps/page/use-passkey.ts';
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
  if (form.do === 'code') {
    const code = plainCode(form.code);
    if (code === '') return stay(ctx, found, { kind: 'code-missing' });
    const { authorisation, confirmationCode } = await enterCode(ctx, found, code);
    return leaveOrStay(authorisation, confirmationCode);
  }
  if (form.do === 'passkey') {
    const { authorisation, confirmationCode } = await usePasskey(ctx, found, form.response);
    return leaveOrStay(authorisation, confirmationCode);
  }
  return leaveOrStay(await process(ctx, found, { browserInfo, form }));
}

async function process(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  {
    browserInfo,
    form,
  }: {
    readonly browserInfo: BrowserInfo;
    readonly form: Exclude<PageForm, { readonly do: 'code' | 'passkey' }>;
  },
): Promise<StoredAuthorisation> {
  switch (form.do) {
    case 'identify':
      return identify(ctx, found, form.name.trim());
    case 'password':
      return authenticate(ctx, found, { browserInfo, password: form.password });
    case 'other-name':
      return forgetName(ctx, found);
    case 'method':
      return chooseOffered(ctx, found, form.methodId);
    case 'other-method':
      return changePage(ctx, found, ({ details }) => ({
        event: { kind: 'continued' },
        change: { details: without(details, 'method', 'awaited', 'pageError') },
      }));
    case 'resend':
      return resend(ctx, found);
    case 'extend':
      return changePage(ctx, found, () => ({ event: { kind: 'continued' } }));
    case 'cancel':
      return changePage(ctx, found, () => ({ event: { kind: 'ended', failure: 'cancelled' } }));
  }
}

/** A method that was not offered changes nothing. */
async function chooseOffered(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  methodId: string,
): Promise<StoredAuthorisation> {
  const method = found.details.methods?.find((one) => one.methodId === methodId);
  return method === undefined ? found : chooseMethod(ctx, found, method);
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
  const [only, ...others] = after.details.methods ?? [];
  const isOnly = after.status === 'started' && only !== undefined && others.length === 0;
  return isOnly && after.details.awaited === undefined ? chooseMethod(ctx, after, only) : after;
}

/** Sends another code, a few times and not at once. */
async function resend(ctx: Context & ScaPorts, found: StoredAuthorisation): Promise<StoredAuthorisation> {
  const { codeSentAtMs = 0, codesSent = 0, method } = found.details;
  if (method?.kind !== 'sms') return found;
  const isEarly = ctx.clock.now().epochMilliseconds - codeSentAtMs < codeResendAfterSeconds * 1_000;
  if (isEarly) return found;
  if (codesSent >= codesMax) return withError(ctx, found, { kind: 'too-many-messages' });
  return chooseMethod(ctx, found, method);
}

function withError(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  pageError: PageError,
): Promise<StoredAuthorisation> {
  return changePage(ctx, found, ({ details }) => ({
    event: { kind: 'continued' },
    change: { details: { ...details, pageError } },
  }));
}

async function stay(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  error: PageError,
): Promise<SubmittedApproval> {
  await withError(ctx, found, error);
  return { kind: 'page' };
}

/** The customer always returns to the third party, whatever happened; without an address the page says how it ended. */
function leaveOrStay(authorisation: StoredAuthorisation, confirmationCode?: string): SubmittedApproval {
  const { status } = authorisation;
  if (!isFinal(status) && status !== 'unconfirmed') return { kind: 'page' };
  const url = returnUrlOf(authorisation, confirmationCode);
  return url === undefined ? { kind: 'page' } : { kind: 'leave', url };
}
