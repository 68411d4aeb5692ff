import {
  type AccountNotice,
  type AccountView,
  type AccountVisit,
  accountVisit,
  beginPasskey,
  browserName,
  forgetOwnBrowser,
  type IdentityPorts,
  openSignIn,
  removePasskey,
  type SignInView,
  savePasskey,
  signOut,
  submitSignIn,
  viewAccount,
  viewSignIn,
} from '#capabilities/identity/index.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { type CookieKind, cookieOf } from '#platform/http/browser-cookie.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { CustomerPages as Look } from './customer/customer-pages.ts';
import {
  accountCookie,
  browserCookie,
  frameOf,
  kept,
  languageCookies,
  languageOf,
  type PageGround,
  type PageStatus,
  type PageVisit,
  pageContext,
  statusOf,
  stepCookie,
  visitorOf,
} from './sign-in-visit.ts';

export interface AccountGround extends PageGround {
  readonly look: Look;
  readonly banks: readonly string[];
  /** When something went wrong. */
  readonly trouble: (facts: {
    readonly requestId: string;
    readonly tryAgainAt: string;
    readonly languages: readonly string[];
  }) => RenderedPage;
}

export type AccountAnswer = { readonly cookies: readonly string[] } & (
  | ({ readonly kind: 'page'; readonly page: RenderedPage } & Partial<PageStatus>)
  /** By GET, with what is to be said or shown there: nothing that was posted is posted twice. */
  | { readonly kind: 'look-again'; readonly query?: Readonly<Record<string, string>> }
);

type Ctx = Context & IdentityPorts;

/** Somebody who is signed in sees and changes how they sign in; everybody else signs in first. */
export async function answerAccount(
  ground: AccountGround,
  visit: PageVisit,
  { isReset }: { readonly isReset: boolean },
): Promise<AccountAnswer> {
  const { bankId } = visit.context;
  const ctx = pageContext(visit.context, ground.ports);
  const secret = cookieOf(visit.request, ground.baseUrl, accountCookie(bankId));
  const own = secret === undefined || isReset ? undefined : await accountVisit(ctx, secret);
  if (own === undefined || secret === undefined) {
    if (visit.query.get('show') === 'signed-out' && visit.fields === undefined)
      return pageOf(ground, visit, { view: { kind: 'signed-out' }, secret: '' });
    return signIn(ground, visit, { ctx, isReset });
  }
  return visit.fields === undefined
    ? show(ground, visit, { ctx, own, secret })
    : change(ground, { ...visit, fields: visit.fields }, { ctx, own, secret });
}

interface Signed {
  readonly ctx: Ctx;
  readonly own: AccountVisit;
  readonly secret: string;
}

/** What may be said after a change, by the address it leads back to. */
const notices = [
  'passkey-added',
  'passkey-removed',
  'passkey-failed',
  'browser-forgotten',
  'signed-out-elsewhere',
] as const satisfies readonly AccountNotice[];

async function show(ground: AccountGround, visit: PageVisit, signed: Signed): Promise<AccountAnswer> {
  const { ctx, own, secret } = signed;
  const { query } = visit;
  if (query.get('show') === 'add-passkey')
    return pageOf(ground, visit, {
      secret,
      view: { kind: 'add-passkey', options: await beginPasskey(ctx, own) },
    });
  const { browserSecret } = visitorOf(visit, ground);
  const notice = notices.find((word) => word === query.get('said'));
  const view = await viewAccount(ctx, own, { browserSecret, notice });
  return pageOf(ground, visit, { view: removalIn(view, query) ?? view, secret });
}

/** Asks before a passkey is removed. */
function removalIn(view: AccountView, query: URLSearchParams): AccountView | undefined {
  if (view.kind !== 'overview' || query.get('show') !== 'remove-passkey') return undefined;
  const passkey = view.passkeys.find(({ passkeyId }) => passkeyId === query.get('passkey'));
  return passkey && { kind: 'remove-passkey', passkey, timeZone: view.timeZone };
}

function pageOf(
  ground: AccountGround,
  visit: PageVisit,
  { secret, view }: { readonly view: AccountView; readonly secret: string },
): AccountAnswer {
  const { bankId } = visit.context;
  const language = languageOf(visit, ground, undefined);
  const csrf = ground.ports.identityVault.csrfOf(bankId, secret);
  const frame = frameOf(visit, ground, { language, clientName: undefined, csrf, formOrigins: [] });
  return {
    kind: 'page',
    page: ground.look.account(view, frame),
    cookies: languageCookies(visit, ground, language),
  };
}

type FilledVisit = PageVisit & { readonly fields: ReadonlyMap<string, string> };

async function change(ground: AccountGround, visit: FilledVisit, signed: Signed): Promise<AccountAnswer> {
  const { bankId } = visit.context;
  const { fields } = visit;
  if (!ground.ports.identityVault.isCsrf(bankId, signed.secret, fields.get('csrf') ?? ''))
    throw standardProblems.forbidden();
  const step = fields.get('step') ?? '';
  const done = Object.hasOwn(changes, step) ? await changes[step]?.(visit, signed) : undefined;
  const cookies = step === 'sign-out' ? kept(ground, [accountCookie(bankId), '']) : [];
  return { kind: 'look-again', cookies, ...(done === undefined ? {} : { query: done }) };
}

/** Does something, and says what is to be seen then. */
type Change = (visit: FilledVisit, signed: Signed) => Promise<Readonly<Record<string, string>>>;

/** What can be done on these pages, by the name of the step. */
const changes: Readonly<Record<string, Change>> = {
  'add-passkey': async () => ({ show: 'add-passkey' }),
  'save-passkey': async (visit, signed) => ({ said: await saved(visit, signed) }),
  'remove-passkey': async ({ fields }) => ({ show: 'remove-passkey', passkey: idIn(fields, 'passkey-id') }),
  async 'confirm-remove-passkey'({ fields }, { ctx, own }) {
    await removePasskey(ctx, own, idIn(fields, 'passkey-id'));
    return { said: 'passkey-removed' };
  },
  async 'forget-browser'({ fields }, { ctx, own }) {
    await forgetOwnBrowser(ctx, own, idIn(fields, 'browser-id'));
    return { said: 'browser-forgotten' };
  },
  async 'sign-out-elsewhere'(_, { ctx, own }) {
    await signOut(ctx, own, 'elsewhere');
    return { said: 'signed-out-elsewhere' };
  },
  async 'sign-out'(_, { ctx, own }) {
    await signOut(ctx, own, 'here');
    return { show: 'signed-out' };
  },
};

async function saved({ fields, request }: FilledVisit, { ctx, own }: Signed): Promise<AccountNotice> {
  const isSaved = await savePasskey(ctx, own, {
    response: fields.get('passkey') ?? '',
    name: fields.get('name') ?? '',
    browserName: browserName(request.headers['user-agent']),
  });
  return isSaved ? 'passkey-added' : 'passkey-failed';
}

/** An id of ours, or one that nothing has. */
function idIn(fields: ReadonlyMap<string, string>, name: string): string {
  const id = fields.get(name) ?? '';
  return isUuid(id) ? id : '00000000-0000-7000-8000-000000000000';
}

/** Which sign-in at these pages is this browser's. */
function entryCookie(bankId: string): CookieKind {
  return { name: `portico-${bankId}-entry`, lifeSeconds: 900 };
}

/** A sign-in of this browser at these pages. */
interface Entry {
  readonly signInId: string;
  readonly secret: string;
}

async function signIn(
  ground: AccountGround,
  visit: PageVisit,
  { ctx, isReset }: { readonly ctx: Ctx; readonly isReset: boolean },
): Promise<AccountAnswer> {
  const { bankId } = visit.context;
  const held = isReset ? undefined : heldEntry(ground, visit);
  if (visit.fields !== undefined && held !== undefined)
    return submit(ground, { ...visit, fields: visit.fields }, { ctx, ...held });
  const live = held && (await viewSignIn(ctx, held));
  const entry = live === undefined || held === undefined ? await newEntry(ctx, { isReset }) : held;
  const cookies = kept(
    ground,
    [entryCookie(bankId), entry.signInId],
    [stepCookie(bankId, entry.signInId), entry.secret],
  );
  // Under the usual address, so that the page can be looked at again.
  if (isReset) return { kind: 'look-again', cookies };
  const view = live ?? (await viewSignIn(ctx, entry));
  if (view === undefined) throw standardProblems['service-unavailable']();
  const answer = signInPage(ground, visit, { view, secret: entry.secret });
  return { ...answer, cookies: [...cookies, ...answer.cookies] };
}

function signInPage(
  ground: AccountGround,
  visit: PageVisit,
  { secret, view }: { readonly view: SignInView; readonly secret: string },
): AccountAnswer {
  const language = languageOf(visit, ground, undefined);
  const csrf = ground.ports.identityVault.csrfOf(visit.context.bankId, secret);
  const frame = frameOf(visit, ground, { language, clientName: undefined, csrf, formOrigins: [] });
  return {
    kind: 'page',
    page: ground.look.signIn(view, frame),
    ...statusOf(view),
    cookies: languageCookies(visit, ground, language),
  };
}

function heldEntry({ baseUrl }: AccountGround, { context, request }: PageVisit): Entry | undefined {
  const { bankId } = context;
  const signInId = cookieOf(request, baseUrl, entryCookie(bankId));
  const secret = signInId && cookieOf(request, baseUrl, stepCookie(bankId, signInId));
  return signInId === undefined || secret === undefined ? undefined : { signInId, secret };
}

async function newEntry(ctx: Ctx, { isReset }: { readonly isReset: boolean }): Promise<Entry> {
  const signInId = ctx.identityVault.newSecret();
  return { signInId, secret: await openSignIn(ctx, { signInId, assurance: 'sca', isReset }) };
}

async function submit(
  ground: AccountGround,
  visit: FilledVisit,
  { ctx, secret, signInId }: { readonly ctx: Ctx; readonly signInId: string; readonly secret: string },
): Promise<AccountAnswer> {
  const { bankId } = visit.context;
  const step = stepCookie(bankId, signInId);
  const visitor = visitorOf(visit, ground);
  const outcome = await submitSignIn(ctx, { signInId, secret, fields: visit.fields, visitor });
  switch (outcome.kind) {
    case 'forged':
      throw standardProblems.forbidden();
    case 'busy':
      return signInPage(ground, visit, { view: outcome, secret });
    case 'over':
    case 'cancelled':
      return { kind: 'look-again', cookies: kept(ground, [step, ''], [entryCookie(bankId), '']) };
    case 'moved':
      return {
        kind: 'look-again',
        cookies: outcome.secret === undefined ? [] : kept(ground, [step, outcome.secret]),
      };
    case 'finished':
      return {
        kind: 'look-again',
        cookies: kept(
          ground,
          [step, ''],
          [entryCookie(bankId), ''],
          [browserCookie(bankId), outcome.browserSecret],
          [accountCookie(bankId), outcome.sessionSecret],
        ),
      };
  }
}
