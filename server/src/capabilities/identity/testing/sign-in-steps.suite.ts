import type { Context } from '#platform/work/context.ts';
import type { SignInView } from '../domain/sign-in/view.ts';
import { type OpenSignIn, openSignIn } from '../operations/sign-in/open-sign-in.ts';
import { type SubmitOutcome, type SubmitSignIn, submitSignIn } from '../operations/sign-in/submit-sign-in.ts';
import { viewSignIn } from '../operations/sign-in/view-sign-in.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import type { BrowserInfo } from '../steps/sign-in/live-sign-in.ts';
import type { IdentityTestApp, TestUser } from './identity-test-app.suite.ts';

/** One browser during a sign-in, driven like the pages drive it. */
export interface SignInWalk {
  readonly signInId: string;
  readonly ctx: Context & IdentityPorts;
  /** The secret that the browser has now. */
  secret(): string;
  view(): Promise<SignInView | undefined>;
  /** `password wrong`: the page with its error; `over` when there is none. */
  page(as?: string): Promise<string>;
  /** Submits the form of the page, and stores the new secret. */
  post(step: string, fields?: Readonly<Record<string, string>>): Promise<SubmitOutcome>;
  /** The same without storing anything; the secret and the form's CSRF token may differ. */
  send(fields: Readonly<Record<string, string>>, secret?: string): Promise<SubmitOutcome>;
  /** The same from another address. */
  sendFrom(
    place: { readonly sourceAddress: string; readonly browserName: string },
    fields: Readonly<Record<string, string>>,
  ): Promise<SubmitOutcome>;
}

export interface WalkOptions extends Partial<Omit<OpenSignIn, 'signInId'>> {
  readonly browserInfo?: Partial<BrowserInfo>;
  readonly sourceAddress?: string;
  readonly ports?: Partial<IdentityPorts>;
  readonly bankId?: string;
}

let walks = 0;

/** A context of the pages, without a signed-in user. */
function pageContextOf(app: IdentityTestApp, options: WalkOptions = {}): Context & IdentityPorts {
  const { bankId = '01', ports, sourceAddress } = options;
  const ctx = app.context(bankId);
  return {
    ...ctx,
    ...ports,
    caller: { kind: 'system', job: 'sign-in', bankId },
    origin: { ...ctx.origin, sourceAddress },
  };
}

/** Starts a sign-in. Each has its own source address, unless the options name one. */
export async function walkIn(app: IdentityTestApp, options: WalkOptions = {}): Promise<SignInWalk> {
  walks += 1;
  const signInId = `walk-${walks}`;
  const {
    assurance = 'sca',
    deviceToken,
    isReset = false,
    steppingUp,
    steppingUpMethods,
    username,
  } = options;
  const sourceAddress = options.sourceAddress ?? `198.51.${Math.floor(walks / 250)}.${walks % 250}`;
  const ctx = pageContextOf(app, { ...options, sourceAddress });
  const browserInfo: BrowserInfo = {
    browserName: 'Firefox on Linux',
    browserSecret: undefined,
    clientName: undefined,
    ...options.browserInfo,
  };
  const opened = { signInId, assurance, isReset, steppingUp, steppingUpMethods, username, deviceToken };
  let secret = await openSignIn(ctx, opened);
  const formOf = (fields: Readonly<Record<string, string>>, as: string): SubmitSignIn => ({
    signInId,
    secret: as,
    browserInfo,
    fields: new Map(Object.entries({ csrf: ctx.identityVault.csrfOf(ctx.bankId, as), ...fields })),
  });
  const send: SignInWalk['send'] = (fields, as = secret) => submitSignIn(ctx, formOf(fields, as));
  const view: SignInWalk['view'] = () => viewSignIn(ctx, { signInId, secret });
  return {
    signInId,
    ctx,
    secret: () => secret,
    view,
    send,
    sendFrom: (place, fields) =>
      submitSignIn(
        { ...ctx, origin: { ...ctx.origin, sourceAddress: place.sourceAddress } },
        { ...formOf(fields, secret), browserInfo: { ...browserInfo, browserName: place.browserName } },
      ),
    page: async (as = secret) => pageOf(await viewSignIn(ctx, { signInId, secret: as })),
    async post(step, fields = {}) {
      const outcome = await send({ step, ...fields });
      if (outcome.kind === 'continues') secret = outcome.secret ?? secret;
      return outcome;
    },
  };
}

function pageOf(view: SignInView | undefined): string {
  if (view === undefined) return 'over';
  const error = 'error' in view ? view.error : undefined;
  return error === undefined ? view.kind : `${view.kind} ${error}`;
}

/** Advances the clock past the minimum interval between codes. */
export function restBeforeCode(app: IdentityTestApp): void {
  app.clock.advance({ seconds: 121 });
}

/** Signs in up to the second factor, after the minimum interval between codes. */
export async function walkToFactor(
  app: IdentityTestApp,
  user: Pick<TestUser, 'username' | 'password'>,
  options: WalkOptions = {},
): Promise<SignInWalk> {
  restBeforeCode(app);
  const walk = await walkIn(app, options);
  await walk.post('identify', { username: user.username });
  await walk.post('password', { password: user.password });
  return walk;
}

/** Signs in completely, with an SMS code. */
export async function signInBySms(
  app: IdentityTestApp,
  user: TestUser,
  options: WalkOptions = {},
): Promise<{ readonly walk: SignInWalk; readonly outcome: SubmitOutcome }> {
  const walk = await walkToFactor(app, user, options);
  const { code } = await app.newestCode(user.userId);
  return { walk, outcome: await walk.post('code', { code }) };
}

/** Returns what is stored about a user's attempts. */
export async function tracesOf(
  app: IdentityTestApp,
  userId: string,
): Promise<{ readonly logins: readonly string[]; readonly audits: readonly string[] }> {
  const logins = await app.database.query<{ result: string }>(
    `select result from identity.login_event where user_id = $1 order by occurred_at, login_event_id`,
    [userId],
  );
  const audits = await app.database.query<{ record: string }>(
    `select record from platform.audit_entry where aggregate_kind = 'user' and aggregate_id = $1
      order by occurred_at, audit_id`,
    [userId],
  );
  return { logins: logins.map(({ result }) => result), audits: audits.map(({ record }) => record) };
}

export async function attemptsOf(
  app: IdentityTestApp,
  subject: string,
): Promise<Readonly<Record<string, number>>> {
  const rows = await app.database.query<{ device_class: string; failures: number }>(
    `select device_class, failures from identity.login_attempts where subject = $1`,
    [subject],
  );
  return Object.fromEntries(rows.map(({ device_class, failures }) => [device_class, failures]));
}

/** Counts the opened sessions: the same response again is not a second session. */
export function sessionsIn(outcomes: readonly SubmitOutcome[]): number {
  return new Set(outcomes.flatMap((outcome) => (outcome.kind === 'finished' ? [outcome.sessionSecret] : [])))
    .size;
}
