import {
  type Finished,
  findFinishedSignIn,
  openSignIn,
  type SignInFrame,
  submitSignIn,
  viewSignIn,
} from '#capabilities/identity/index.ts';
import type {
  CustomerPages,
  CustomerRequest,
  CustomerResponse,
  PendingInteraction,
} from '#capabilities/oauth/index.ts';
import { type CookieKind, cookieOf } from '#platform/http/browser-cookie.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { CustomerPages as Look } from './customer/customer-pages.ts';
import {
  browserCookie,
  frameOf,
  kept,
  languageCookies,
  languageOf,
  type PageDeps,
  pageContext,
  statusOf,
  stepCookie,
  visitorOf,
} from './page-request.ts';

type Deps = PageDeps & { readonly look: Look };

/** Customers who come from an application sign in here, and agree to what it asks for. */
export function customerSignIn(deps: Deps): CustomerPages {
  return {
    answer(interaction, visit) {
      if (interaction.asks === 'consent') return answerConsent(deps, interaction, visit);
      return visit.fields === undefined
        ? show(deps, interaction, visit)
        : submit(deps, interaction, { ...visit, fields: visit.fields });
    },
  };
}

async function show(
  deps: Deps,
  interaction: PendingInteraction,
  visit: CustomerRequest,
): Promise<CustomerResponse> {
  const { baseUrl, look, ports } = deps;
  const { bankId } = visit.context;
  const ctx = pageContext(visit.context, ports);
  const cookie = stepCookie(bankId, interaction.uid);
  const held = cookieOf(visit.request, baseUrl, cookie);
  const signInId = interaction.uid;
  const live = held === undefined ? undefined : await viewSignIn(ctx, { signInId, secret: held });
  if (held !== undefined && live === undefined) {
    const visitor = visitorOf(visit, deps, interaction);
    const finished = await findFinishedSignIn(ctx, { signInId, secret: held, visitor });
    if (finished !== undefined) return signedIn(deps, visit, { cookie, finished });
  }
  if (interaction.isEnded) return { kind: 'over' };
  // The cookie of the interaction was checked before: whoever has it and no step begins, or begins anew.
  const secret = held === undefined || live === undefined ? await open(deps, interaction, visit) : held;
  const view = live ?? (await viewSignIn(ctx, { signInId, secret }));
  if (view === undefined) return { kind: 'over' };
  const frame = signInFrame(deps, interaction, { visit, secret });
  return {
    kind: 'page',
    page: look.signIn(view, frame),
    ...statusOf(view),
    cookies: [...kept(deps, [cookie, secret]), ...languageCookies(visit, deps, frame.language)],
  };
}

function signInFrame(
  deps: Deps,
  { clientName, languages, returnOrigin }: PendingInteraction,
  { secret, visit }: { readonly visit: CustomerRequest; readonly secret: string },
): SignInFrame {
  return frameOf(visit, deps, {
    language: languageOf(visit, deps, languages),
    clientName,
    csrf: deps.ports.identityVault.csrfOf(visit.context.bankId, secret),
    formOrigins: returnOrigin === undefined ? [] : [returnOrigin],
  });
}

async function open(
  { ports }: Deps,
  { acrValues, accountId, isStepUp, loginHint, uid }: PendingInteraction,
  { context }: CustomerRequest,
): Promise<string> {
  const isWeakEnough = acrValues.length > 0 && acrValues.every((word) => word === '1fa');
  return openSignIn(pageContext(context, ports), {
    signInId: uid,
    assurance: isWeakEnough ? '1fa' : 'sca',
    username: loginHint,
    steppingUp: isStepUp ? accountId : undefined,
  });
}

async function submit(
  deps: Deps,
  interaction: PendingInteraction,
  visit: CustomerRequest & { readonly fields: ReadonlyMap<string, string> },
): Promise<CustomerResponse> {
  const { baseUrl, ports } = deps;
  const { bankId } = visit.context;
  const cookie = stepCookie(bankId, interaction.uid);
  const outcome = await submitSignIn(pageContext(visit.context, ports), {
    signInId: interaction.uid,
    secret: cookieOf(visit.request, baseUrl, cookie) ?? '',
    fields: visit.fields,
    visitor: visitorOf(visit, deps, interaction),
  });
  switch (outcome.kind) {
    case 'over':
      return { kind: 'over' };
    case 'busy':
      return busyPage(deps, interaction, visit);
    case 'forged':
      throw standardProblems.forbidden();
    case 'cancelled':
      return { kind: 'refused' };
    case 'moved':
      return {
        kind: 'look-again',
        cookies: outcome.secret === undefined ? [] : kept(deps, [cookie, outcome.secret]),
      };
    case 'finished':
      return signedIn(deps, visit, { cookie, finished: outcome });
  }
}

/** The browser keeps the secret of the step for as long as the answer can be repeated. */
function signedIn(
  deps: Deps,
  { context }: CustomerRequest,
  { cookie, finished }: { readonly cookie: CookieKind; readonly finished: Finished },
): CustomerResponse {
  const { assurance, at, browserSecret, methods, nextSecret, userId } = finished;
  return {
    kind: 'signed-in',
    customer: { userId, assurance, methods, atSeconds: epochSeconds(at) },
    cookies: kept(deps, [cookie, nextSecret], [browserCookie(context.bankId), browserSecret]),
  };
}

/** Said at once: whoever waits in line would only wait longer. */
function busyPage(deps: Deps, interaction: PendingInteraction, visit: CustomerRequest): CustomerResponse {
  const held = cookieOf(visit.request, deps.baseUrl, stepCookie(visit.context.bankId, interaction.uid)) ?? '';
  const view = { kind: 'busy' } as const;
  return {
    kind: 'page',
    page: deps.look.signIn(view, signInFrame(deps, interaction, { visit, secret: held })),
    ...statusOf(view),
  };
}

/** Agreeing needs no step of its own: the session of the server says who it is, and the form is this browser's. */
async function answerConsent(
  deps: Deps,
  interaction: PendingInteraction,
  visit: CustomerRequest,
): Promise<CustomerResponse> {
  const { baseUrl, look, ports } = deps;
  const { identityVault } = ports;
  const { bankId } = visit.context;
  const cookie = stepCookie(bankId, interaction.uid);
  const held = cookieOf(visit.request, baseUrl, cookie);
  const tieOf = (secret: string): string => `consent ${interaction.uid} ${secret}`;
  if (visit.fields !== undefined) {
    if (held === undefined || !identityVault.isCsrf(bankId, tieOf(held), visit.fields.get('csrf') ?? ''))
      throw standardProblems.forbidden();
    return { kind: visit.fields.get('step') === 'agree' ? 'agreed' : 'refused' };
  }
  if (interaction.isEnded) return { kind: 'over' };
  const secret = held ?? identityVault.newSecret();
  const language = languageOf(visit, deps, interaction.languages);
  const frame = frameOf(visit, deps, {
    language,
    clientName: interaction.clientName,
    csrf: identityVault.csrfOf(bankId, tieOf(secret)),
    formOrigins: interaction.returnOrigin === undefined ? [] : [interaction.returnOrigin],
  });
  const username =
    interaction.accountId === undefined ? '' : await nameOf(deps, visit, interaction.accountId);
  return {
    kind: 'page',
    page: look.signIn({ kind: 'consent', scopes: interaction.scopes, username }, frame),
    cookies: [...kept(deps, [cookie, secret]), ...languageCookies(visit, deps, language)],
  };
}

async function nameOf({ ports }: Deps, { context }: CustomerRequest, userId: string): Promise<string> {
  const user = await ports.authorization.users.find(context.db, { bankId: context.bankId, name: userId });
  return user?.username ?? '';
}
