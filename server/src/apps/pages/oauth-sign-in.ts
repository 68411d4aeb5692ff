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
import type { CustomerPageRenderer } from './customer/customer-pages.ts';
import {
  browserCookie,
  browserInfoOf,
  frameOf,
  languageCookies,
  languageOf,
  type PageDeps,
  pageContext,
  setCookieValues,
  statusOf,
  stepCookie,
} from './page-request.ts';

type Deps = PageDeps & { readonly pages: CustomerPageRenderer };

/** Returns the pages on which customers who come from a client sign in and consent. */
export function customerSignIn(deps: Deps): CustomerPages {
  return {
    respond(interaction, customerRequest) {
      if (interaction.requires === 'consent') return respondToConsent(deps, interaction, customerRequest);
      return customerRequest.fields === undefined
        ? show(deps, interaction, customerRequest)
        : submit(deps, interaction, { ...customerRequest, fields: customerRequest.fields });
    },
  };
}

async function show(
  deps: Deps,
  interaction: PendingInteraction,
  customerRequest: CustomerRequest,
): Promise<CustomerResponse> {
  const { baseUrl, pages, ports } = deps;
  const { bankId } = customerRequest.context;
  const ctx = pageContext(customerRequest.context, ports);
  const cookie = stepCookie(bankId, interaction.uid);
  const cookieSecret = cookieOf(customerRequest.request, baseUrl, cookie);
  const signInId = interaction.uid;
  const live =
    cookieSecret === undefined ? undefined : await viewSignIn(ctx, { signInId, secret: cookieSecret });
  if (cookieSecret !== undefined && live === undefined) {
    const browserInfo = browserInfoOf(customerRequest, deps, interaction);
    const finished = await findFinishedSignIn(ctx, { signInId, secret: cookieSecret, browserInfo });
    if (finished !== undefined) return signedIn(deps, customerRequest, { cookie, finished });
  }
  if (interaction.isEnded) return { kind: 'over' };
  // The interaction cookie was checked before: a browser with it and without a step starts, or starts again.
  const secret =
    cookieSecret === undefined || live === undefined
      ? await open(deps, interaction, customerRequest)
      : cookieSecret;
  const view = live ?? (await viewSignIn(ctx, { signInId, secret }));
  if (view === undefined) return { kind: 'over' };
  const frame = signInFrame(deps, interaction, { customerRequest, secret });
  return {
    kind: 'page',
    page: pages.signIn(view, frame),
    ...statusOf(view),
    cookies: [
      ...setCookieValues(deps, [cookie, secret]),
      ...languageCookies(customerRequest, deps, frame.language),
    ],
  };
}

function signInFrame(
  deps: Deps,
  { clientName, languages, returnOrigin }: PendingInteraction,
  { secret, customerRequest }: { readonly customerRequest: CustomerRequest; readonly secret: string },
): SignInFrame {
  return frameOf(customerRequest, deps, {
    language: languageOf(customerRequest, deps, languages),
    clientName,
    csrf: deps.ports.identityVault.csrfOf(customerRequest.context.bankId, secret),
    formOrigins: returnOrigin === undefined ? [] : [returnOrigin],
  });
}

async function open(
  { ports }: Deps,
  { acrValues, accountId, isStepUp, loginHint, uid }: PendingInteraction,
  { context }: CustomerRequest,
): Promise<string> {
  const isWeakEnough = acrValues.length > 0 && acrValues.every((value) => value === '1fa');
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
  customerRequest: CustomerRequest & { readonly fields: ReadonlyMap<string, string> },
): Promise<CustomerResponse> {
  const { baseUrl, ports } = deps;
  const { bankId } = customerRequest.context;
  const cookie = stepCookie(bankId, interaction.uid);
  const outcome = await submitSignIn(pageContext(customerRequest.context, ports), {
    signInId: interaction.uid,
    secret: cookieOf(customerRequest.request, baseUrl, cookie) ?? '',
    fields: customerRequest.fields,
    browserInfo: browserInfoOf(customerRequest, deps, interaction),
  });
  switch (outcome.kind) {
    case 'over':
      return { kind: 'over' };
    case 'busy':
      return busyPage(deps, interaction, customerRequest);
    case 'forged':
      throw standardProblems.forbidden();
    case 'cancelled':
      return { kind: 'refused' };
    case 'moved':
      return {
        kind: 'reload',
        cookies: outcome.secret === undefined ? [] : setCookieValues(deps, [cookie, outcome.secret]),
      };
    case 'finished':
      return signedIn(deps, customerRequest, { cookie, finished: outcome });
  }
}

/** The browser stores the secret of the step for as long as the response can be repeated. */
function signedIn(
  deps: Deps,
  { context }: CustomerRequest,
  { cookie, finished }: { readonly cookie: CookieKind; readonly finished: Finished },
): CustomerResponse {
  const { assurance, at, browserSecret, methods, nextSecret, userId } = finished;
  return {
    kind: 'signed-in',
    customer: { userId, assurance, methods, atSeconds: epochSeconds(at) },
    cookies: setCookieValues(deps, [cookie, nextSecret], [browserCookie(context.bankId), browserSecret]),
  };
}

/** Responds at once: queueing would only make the wait longer. */
function busyPage(
  deps: Deps,
  interaction: PendingInteraction,
  customerRequest: CustomerRequest,
): CustomerResponse {
  const cookieSecret =
    cookieOf(
      customerRequest.request,
      deps.baseUrl,
      stepCookie(customerRequest.context.bankId, interaction.uid),
    ) ?? '';
  const view = { kind: 'busy' } as const;
  return {
    kind: 'page',
    page: deps.pages.signIn(view, signInFrame(deps, interaction, { customerRequest, secret: cookieSecret })),
    ...statusOf(view),
  };
}

/**
 * Consent needs no step of its own: the server's session identifies the customer, and the form is bound to this
 * browser.
 */
async function respondToConsent(
  deps: Deps,
  interaction: PendingInteraction,
  customerRequest: CustomerRequest,
): Promise<CustomerResponse> {
  const { baseUrl, pages, ports } = deps;
  const { identityVault } = ports;
  const { bankId } = customerRequest.context;
  const cookie = stepCookie(bankId, interaction.uid);
  const cookieSecret = cookieOf(customerRequest.request, baseUrl, cookie);
  const bindingOf = (secret: string): string => `consent ${interaction.uid} ${secret}`;
  if (customerRequest.fields !== undefined) {
    if (
      cookieSecret === undefined ||
      !identityVault.isCsrf(bankId, bindingOf(cookieSecret), customerRequest.fields.get('csrf') ?? '')
    )
      throw standardProblems.forbidden();
    return { kind: customerRequest.fields.get('step') === 'agree' ? 'agreed' : 'refused' };
  }
  if (interaction.isEnded) return { kind: 'over' };
  const secret = cookieSecret ?? identityVault.newSecret();
  const language = languageOf(customerRequest, deps, interaction.languages);
  const frame = frameOf(customerRequest, deps, {
    language,
    clientName: interaction.clientName,
    csrf: identityVault.csrfOf(bankId, bindingOf(secret)),
    formOrigins: interaction.returnOrigin === undefined ? [] : [interaction.returnOrigin],
  });
  const username =
    interaction.accountId === undefined ? '' : await nameOf(deps, customerRequest, interaction.accountId);
  return {
    kind: 'page',
    page: pages.signIn({ kind: 'consent', scopes: interaction.scopes, username }, frame),
    cookies: [
      ...setCookieValues(deps, [cookie, secret]),
      ...languageCookies(customerRequest, deps, language),
    ],
  };
}

async function nameOf({ ports }: Deps, { context }: CustomerRequest, userId: string): Promise<string> {
  const user = await ports.authorization.users.find(context.db, { bankId: context.bankId, name: userId });
  return user?.username ?? '';
}
