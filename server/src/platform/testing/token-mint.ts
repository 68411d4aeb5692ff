import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, type JWTVerifyGetKey, SignJWT } from 'jose';
import type { TokenIssuer } from '#platform/auth/jwt-verifier.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { createProofMaker, type ProofMaker, type ProofRequest } from './proof-maker.ts';

export const testIssuer = 'https://issuer.test';
export const testAudience = 'https://portico.test';
export const testBanks: readonly string[] = ['01', '02', 'nl'];

/** The issuer settings of the mint: every bank and caller of the tests, and unbound tokens are accepted. */
export function testTokenIssuer(keys: JWTVerifyGetKey): TokenIssuer {
  return {
    issuer: testIssuer,
    audience: testAudience,
    keys,
    banks: testBanks,
    callers: 'every-caller',
    unbound: 'accepted',
  };
}

/** What a token is bound to: a key, a certificate by its SHA-256 in hex, or nothing. */
export type TokenHolder = ProofMaker | { readonly fingerprint256: string } | 'none';

/** The claims of a token, valid or not. */
export interface TokenDetails {
  readonly banks?: readonly string[];
  readonly scope?: string;
  readonly validForSeconds?: number;
  readonly audience?: string;
  readonly issuer?: string;
  readonly type?: string;
  readonly tokenId?: string;
  readonly grantId?: string;
  readonly clientId?: string;
  /** What the token is bound to. Customers' tokens are bound to the mint's own key by default. */
  readonly boundTo?: TokenHolder;
  /** Extra or replaced claims. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

export type TokenRequest = TokenDetails &
  (
    | { readonly kind: 'application'; readonly id?: string }
    | (Person & { readonly kind: 'employee'; readonly roles: readonly string[] })
    | (Person & { readonly kind: 'customer' })
    /** A service for the customer with this id. */
    | (Person & { readonly kind: 'delegate' })
  );

interface Person {
  readonly id: string;
  readonly assurance?: string;
  /** Age of the sign-in. */
  readonly ageSeconds?: number;
}

/** A small real issuer: signs access tokens of RFC 9068 and publishes its key. */
export interface TokenMint {
  /** The key set as an issuer would publish it. */
  readonly keySet: string;
  /** The key that customers' tokens are bound to. */
  readonly wallet: ProofMaker;
  mint(request: TokenRequest): Promise<string>;
  /** Returns the headers of a request: the token, and a proof if it is bound to a key. */
  headersFor(request: TokenRequest, to: TokenUse): Promise<Readonly<Record<string, string>>>;
}

/** The request a token is used for. */
export type TokenUse = Omit<ProofRequest, 'token'>;

const validForSecondsDefault = 300;

/** Creates a mint with this private key (P-256), or with a new one. */
export async function createTokenMint(
  clock: Clock,
  privateKey: KeyObject = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
): Promise<TokenMint> {
  const publicJwk = await exportJWK(createPublicKey(privateKey));
  const key = { ...publicJwk, kid: 'test-1', alg: 'ES256', use: 'sig' };
  const wallet = await createProofMaker(clock);
  let minted = 0;

  async function mint(request: TokenRequest): Promise<string> {
    const nowSeconds = epochSeconds(clock.now());
    minted += 1;
    return new SignJWT({
      iss: request.issuer ?? testIssuer,
      aud: request.audience ?? testAudience,
      sub: request.kind === 'application' ? clientOf(request) : request.id,
      iat: nowSeconds,
      exp: nowSeconds + (request.validForSeconds ?? validForSecondsDefault),
      jti: request.tokenId ?? `token-${minted}`,
      client_id: clientOf(request),
      'bank-id': [...(request.banks ?? ['01'])],
      ...(request.scope === undefined ? {} : { scope: request.scope }),
      ...(request.grantId === undefined ? {} : { 'grant-id': request.grantId }),
      ...confirmationOf(holderOf(request, wallet)),
      ...claimsOf(request, nowSeconds),
      ...request.claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: request.type ?? 'at+jwt', kid: 'test-1' })
      .sign(privateKey);
  }

  return {
    keySet: JSON.stringify({ keys: [key] }),
    wallet,
    mint,
    async headersFor(request, to) {
      const token = await mint(request);
      const holder = holderOf(request, wallet);
      if (!isKey(holder)) return { authorization: `Bearer ${token}` };
      return { authorization: `DPoP ${token}`, dpop: await holder.prove({ ...to, token }) };
    },
  };
}

function holderOf({ boundTo, kind }: TokenRequest, wallet: ProofMaker): TokenHolder {
  return boundTo ?? (kind === 'customer' || kind === 'delegate' ? wallet : 'none');
}

function isKey(holder: TokenHolder): holder is ProofMaker {
  return typeof holder === 'object' && 'thumbprint' in holder;
}

function confirmationOf(holder: TokenHolder): Readonly<Record<string, unknown>> {
  if (holder === 'none') return {};
  if (isKey(holder)) return { cnf: { jkt: holder.thumbprint } };
  return { cnf: { 'x5t#S256': Buffer.from(holder.fingerprint256, 'hex').toString('base64url') } };
}

function clientOf(request: TokenRequest): string {
  return request.clientId ?? (request.kind === 'application' ? (request.id ?? 'app-1') : 'console-1');
}

function claimsOf(request: TokenRequest, nowSeconds: number): Readonly<Record<string, unknown>> {
  switch (request.kind) {
    case 'application':
      return {};
    case 'employee':
      return {
        'employee-id': request.id,
        roles: [...request.roles],
        unit: 'unit-1',
        ...signInOf(request, nowSeconds),
      };
    case 'customer':
      return { 'customer-number': '1000000048', ...signInOf(request, nowSeconds) };
    case 'delegate':
      return {
        'customer-number': '1000000048',
        act: { sub: clientOf(request) },
        ...signInOf(request, nowSeconds),
      };
  }
}

function signInOf({ assurance = '1fa', ageSeconds = 0 }: Person, nowSeconds: number): object {
  return { acr: assurance, auth_time: nowSeconds - ageSeconds };
}
