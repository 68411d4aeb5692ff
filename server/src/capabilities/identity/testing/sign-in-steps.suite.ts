import type { Context } from '#platform/work/context.ts';
import type { SignInView } from '../domain/sign-in/view.ts';
import { type OpenSignIn, openSignIn } from '../operations/open-sign-in.ts';
import { type SubmitOutcome, type SubmitSignIn, submitSignIn } from '../operations/submit-sign-in.ts';
import { viewSignIn } from '../operations/view-sign-in.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import type { Visitor } from '../steps/sign-in-transition.ts';
import type { IdentityTestApp, TestUser } from './identity-test-app.suite.ts';

/** One browser on its way in, as the pages drive it. */
export interface SignInWalk {
  readonly signInId: string;
  readonly ctx: Context & IdentityPorts;
  /** What the browser keeps now. */
  secret(): string;
  view(): Promise<SignInView | undefined>;
  /** `password wrong`: the page with its fault; `over` when there is none. */
  page(as?: string): Promise<string>;
  /** Fills in the form of the page, and keeps what comes back. */
  post(step: string, fields?: Readonly<Record<string, string>>): Promise<SubmitOutcome>;
  /** The same without keeping anything; the secret and the form's own token may be others. */
  send(fields: Readonly<Record<string, string>>, secret?: string): Promise<SubmitOutcome>;
  /** The same from another place. */
  sendFrom(
    place: { readonly sourceAddress: string; readonly browserName: string },
    fields: Readonly<Record<string, string>>,
  ): Promise<SubmitOutcome>;
}

export interface WalkOptions extends Partial<Omit<OpenSignIn, 'signInId'>> {
  readonly visitor?: Partial<Visitor>;
  readonly sourceAddress?: string;
  readonly ports?: Partial<IdentityPorts>;
  readonly bankId?: string;
}

let walks = 0;

/** As the pages act: for nobody in particular. */
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

/** Begins a sign-in. Each comes from an address of its own, unless told otherwise. */
export async function walkIn(app: IdentityTestApp, options: WalkOptions = {}): Promise<SignInWalk> {
  walks += 1;
  const signInId = `walk-${walks}`;
  const { assurance = 'sca', isReset = false, steppingUp, username } = options;
  const sourceAddress = options.sourceAddress ?? `198.51.${Math.floor(walks / 250)}.${walks % 250}`;
  const ctx = pageContextOf(app, { ...options, sourceAddress });
  const visitor: Visitor = {
    browserName: 'Firefox on Linux',
    browserSecret: undefined,
    clientName: undefined,
    ...options.visitor,
  };
  let secret = await openSignIn(ctx, { signInId, assurance, isReset, steppingUp, username });
  const formOf = (fields: Readonly<Record<string, string>>, as: string): SubmitSignIn => ({
    signInId,
    secret: as,
    visitor,
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
        { ...formOf(fields, secret), visitor: { ...visitor, browserName: place.browserName } },
      ),
    page: async (as = secret) => pageOf(await viewSignIn(ctx, { signInId, secret: as })),
    async post(step, fields = {}) {
      const outcome = await send({ step, ...fields });
      if (outcome.kind === 'moved') secret = outcome.secret ?? secret;
      return outcome;
    },
  };
}

function pageOf(view: SignInView | undefined): string {
  if (view === undefined) return 'over';
  const fault = 'fault' in view ? view.fault : undefined;
  return fault === undefined ? view.kind : `${view.kind} ${fault}`;
}

/** Codes are not sent faster than this to anybody. */
export function restBeforeCode(app: IdentityTestApp): void {
  app.clock.advance({ seconds: 121 });
}

/** Somebody who has given name and password, a while after the last code. */
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

/** All the way, with a code by SMS. */
export async function signInBySms(
  app: IdentityTestApp,
  user: TestUser,
  options: WalkOptions = {},
): Promise<{ readonly walk: SignInWalk; readonly outcome: SubmitOutcome }> {
  const walk = await walkToFactor(app, user, options);
  const { code } = await app.newestCode(user.userId);
  return { walk, outcome: await walk.post('code', { code }) };
}

/** What is kept about a user's attempts. */
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

export async function guardOf(
  app: IdentityTestApp,
  subject: string,
): Promise<Readonly<Record<string, number>>> {
  const rows = await app.database.query<{ device_class: string; failures: number }>(
    `select device_class, failures from identity.login_guard where subject = $1`,
    [subject],
  );
  return Object.fromEntries(rows.map(({ device_class, failures }) => [device_class, failures]));
}

/** How many sessions were opened: the same answer given again is no second one. */
export function sessionsIn(outcomes: readonly SubmitOutcome[]): number {
  return new Set(outcomes.flatMap((outcome) => (outcome.kind === 'finished' ? [outcome.sessionSecret] : [])))
    .size;
}
