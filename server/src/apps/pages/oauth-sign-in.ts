import { openSignIn } from '#capabilities/identity/index.ts';
import type {
  CustomerPages,
  CustomerRequest,
  CustomerResponse,
  PendingInteraction,
} from '#capabilities/oauth/index.ts';
import { listPartyNames } from '#capabilities/party/index.ts';
import { cookieOf } from '#platform/http/browser-cookie.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { withProviderResponse } from './linked-login-return.ts';
import {
  browserCookie,
  frameOf,
  languageCookies,
  languageOf,
  pageContext,
  setCookieValues,
  stepCookie,
} from './page-request.ts';
import { respondToSignIn, type SignInPagesDeps } from './sign-in-pages.ts';

/** Returns the pages on which customers who come from a client sign in and consent. */
export function customerSignIn(deps: SignInPagesDeps): CustomerPages {
  return {
    respond(interaction, customerRequest) {
      return interaction.requires === 'consent'
        ? respondToConsent(deps, interaction, customerRequest)
        : signIn(deps, interaction, customerRequest);
    },
  };
}

async function signIn(
  deps: SignInPagesDeps,
  interaction: PendingInteraction,
  customerRequest: CustomerRequest,
): Promise<CustomerResponse> {
  const { uid: signInId } = interaction;
  const cookie = stepCookie(customerRequest.context.bankId, signInId);
  const secret = cookieOf(customerRequest.request, deps.baseUrl, cookie);
  // The interaction cookie was checked before: a browser with it and without a step starts, or starts again.
  const current = secret === undefined ? undefined : { signInId, secret };
  const response = await respondToSignIn(deps, withProviderResponse(deps, customerRequest, current), {
    current,
    client: interaction,
    mayRepeat: true,
    isEnded: interaction.isEnded,
    start: async () => ({ signInId, secret: await open(deps, interaction, customerRequest) }),
    cookiesOf: (handle) => setCookieValues(deps, [cookie, handle.secret]),
  });
  switch (response.kind) {
    case 'page':
    case 'reload':
    case 'over':
      return response;
    case 'cancelled':
      return { kind: 'refused' };
    case 'finished': {
      const { assurance, at, browserSecret, methods, nextSecret, userId } = response.finished;
      const browser = browserCookie(customerRequest.context.bankId);
      return {
        kind: 'signed-in',
        customer: { userId, assurance, methods, atSeconds: epochSeconds(at) },
        // The browser stores the secret of the step for as long as the response can be repeated.
        cookies: setCookieValues(deps, [cookie, nextSecret], [browser, browserSecret]),
      };
    }
  }
}

async function open(
  { ports }: SignInPagesDeps,
  { acrValues, accountId, accountMethods, isStepUp, loginHint, loginHintToken, uid }: PendingInteraction,
  { context }: CustomerRequest,
): Promise<string> {
  const isWeakEnough = acrValues.length > 0 && acrValues.every((value) => value === '1fa');
  return openSignIn(pageContext(context, ports), {
    signInId: uid,
    assurance: isWeakEnough ? '1fa' : 'sca',
    username: loginHint,
    deviceToken: loginHintToken,
    steppingUp: isStepUp ? accountId : undefined,
    steppingUpMethods: accountMethods,
  });
}

/**
 * Consent needs no step of its own: the server's session identifies the customer, and the form is bound to this
 * browser.
 */
async function respondToConsent(
  deps: SignInPagesDeps,
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
  const [username, organization] = await Promise.all([
    interaction.accountId === undefined ? '' : nameOf(deps, customerRequest, interaction.accountId),
    organizationNameOf(deps, customerRequest, interaction.organization),
  ]);
  return {
    kind: 'page',
    page: pages.signIn({ kind: 'consent', scopes: interaction.scopes, username, organization }, frame),
    cookies: [
      ...setCookieValues(deps, [cookie, secret]),
      ...languageCookies(customerRequest, deps, language),
    ],
  };
}

async function nameOf(
  { ports }: SignInPagesDeps,
  { context }: CustomerRequest,
  userId: string,
): Promise<string> {
  const user = await ports.authorization.users.find(context.db, { bankId: context.bankId, name: userId });
  return user?.username ?? '';
}

/** Returns the name of an organization. The server has checked that the customer may act for it; without a name the number is shown. */
async function organizationNameOf(
  { ports }: SignInPagesDeps,
  { context }: CustomerRequest,
  number: string | undefined,
): Promise<string | undefined> {
  if (number === undefined) return undefined;
  const names = await listPartyNames(ports.authorization.correspondence.party, context.db, {
    bankId: context.bankId,
    partyNumbers: [number],
  });
  return names.get(number) ?? number;
}
