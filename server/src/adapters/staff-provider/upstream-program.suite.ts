import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { type ClientMetadata, type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { Check } from 'typebox/value';
import {
  personCookie,
  type UpstreamMode,
  type UpstreamPerson,
  type UpstreamStart,
  upstreamMessage,
  upstreamPerson,
} from './upstream-person.suite.ts';

/**
 * A bank's identity provider in a separate process: the real library, real TLS, real redirects. It asks nothing; a
 * cookie selects the user. A test whose clock is stopped sets this one; otherwise it runs.
 */
const machineNow = Date.now;
let timeMs: number | undefined;
Date.now = () => timeMs ?? machineNow();
let mode: UpstreamMode = 'working';

const people = new Map<string, UpstreamPerson>();
const signing = await generateKeyPair('ES256', { extractable: true });
const foreign = await generateKeyPair('ES256');
const signingJwk = { ...(await exportJWK(signing.privateKey)), kid: 'upstream-1', alg: 'ES256', use: 'sig' };

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

function clientsOf({
  clientId,
  clientKey,
  furtherClients = [],
  redirectUris,
}: UpstreamStart): readonly ClientMetadata[] {
  const every = {
    redirect_uris: redirectUris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  } as const satisfies Partial<ClientMetadata>;
  return [
    {
      ...every,
      client_id: clientId,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [{ kty: 'EC', ...clientKey }] },
    },
    ...furtherClients.map(({ clientId: id, method, secret }) => ({
      ...every,
      client_id: id,
      token_endpoint_auth_method: method,
      ...(secret === undefined ? {} : { client_secret: secret }),
    })),
  ];
}

function configuration(given: UpstreamStart): Configuration {
  return {
    clients: [...clientsOf(given)],
    jwks: { keys: [signingJwk] },
    cookies: { keys: ['upstream'] },
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      pushedAuthorizationRequests: { enabled: given.pushedRequests === 'supported' },
    },
    // User claims are in the ID token, as with such providers.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'acr', 'amr', 'employee', 'department', 'realm', 'groups'],
      profile: ['preferred_username'],
      email: ['email', 'email_verified'],
    },
    acrValues: ['bronze', 'gold'],
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, subject) => ({
      accountId: subject,
      claims: async () => ({ sub: subject, ...people.get(subject)?.claims }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  };
}

function personIn(request: IncomingMessage): UpstreamPerson {
  const cookie = request.headers.cookie?.split('; ').find((pair) => pair.startsWith(`${personCookie}=`));
  const text = Buffer.from(cookie?.slice(personCookie.length + 1) ?? '', 'base64url').toString('utf8');
  const person: unknown = JSON.parse(text);
  if (!Check(upstreamPerson, person)) throw new Error('no user selected');
  return person;
}

async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const person = personIn(request);
  people.set(person.subject, person);
  const isStrongRequested = JSON.stringify(params).includes(person.strongestAcr ?? '-');
  const acr = isStrongRequested ? person.strongestAcr : person.acr;
  await provider.interactionFinished(
    request,
    response,
    person.error === undefined
      ? {
          login: {
            accountId: person.subject,
            amr: isStrongRequested ? ['pwd', 'hwk'] : ['pwd'],
            ts: nowSeconds() - (person.ageSeconds ?? 0),
            ...(acr === undefined ? {} : { acr }),
          },
        }
      : { error: person.error, error_description: '<script>alert("upstream")</script>' },
  );
}

/** Returns wrong values where the selected user requires it. */
async function applyErrors(ctx: KoaContextWithOIDC): Promise<void> {
  const idToken: unknown = Reflect.get(Object(ctx.body), 'id_token');
  if (ctx.oidc.route !== 'token' || typeof idToken !== 'string') return;
  const payload = decodeJwt(idToken);
  const person = people.get(payload.sub ?? '');
  if (person === undefined) return;
  if (person.tokenStatus !== undefined) {
    ctx.status = person.tokenStatus;
    ctx.body = { error: 'server_error', error_description: '<b>upstream</b>' };
    return;
  }
  if (person.wrongClaims === undefined && person.signature === undefined) return;
  const claims = { ...payload, ...person.wrongClaims };
  const remaining = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
  ctx.body = {
    ...Object(ctx.body),
    id_token: await signed(remaining, person.signature ?? 'good', ctx.oidc.client?.clientSecret),
  };
}

async function signed(
  claims: Record<string, unknown>,
  signature: NonNullable<UpstreamPerson['signature']>,
  secret = '',
): Promise<string> {
  if (signature === 'shared')
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
  if (signature === 'none') return new UnsecuredJWT(claims).encode();
  const key = signature === 'foreign' ? foreign.privateKey : signing.privateKey;
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'upstream-1' }).sign(key);
}

function isAtRoute(ctx: object): ctx is KoaContextWithOIDC {
  return 'oidc' in ctx && ctx.oidc !== undefined;
}

async function start(given: UpstreamStart): Promise<number> {
  const server = createServer({ key: given.keyPem, cert: given.certificatePem });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const provider = new Provider(`https://127.0.0.1:${port}`, configuration(given));
  provider.use(async (ctx, next) => {
    await next();
    if (isAtRoute(ctx)) await applyErrors(ctx);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (mode === 'silent') return;
    if (mode === 'broken') {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('<script>broken</script>');
      return;
    }
    const isSignIn = request.url?.startsWith('/interaction/') === true;
    void (isSignIn ? signIn(provider, request, response) : answer(request, response));
  });
  return port;
}

process.on('disconnect', () => process.exit(0));
process.on('message', (message: unknown) => {
  if (!Check(upstreamMessage, message)) throw new Error('unknown message');
  timeMs = message.timeMs ?? timeMs;
  mode = message.mode ?? mode;
  void (message.start === undefined ? Promise.resolve(0) : start(message.start)).then((port) =>
    process.send?.({ id: message.id, port }),
  );
});
