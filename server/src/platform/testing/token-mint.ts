import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Clock } from '#platform/kernel/clock.ts';

export const testIssuer = 'https://issuer.test';
export const testAudience = 'https://portico.test';

export type TokenRequest = {
  readonly banks?: readonly string[];
  readonly scope?: string;
  readonly validForSeconds?: number;
  readonly audience?: string;
  readonly issuer?: string;
  readonly type?: string;
  /** Extra or replaced claims. */
  readonly claims?: Readonly<Record<string, unknown>>;
} & (
  | { readonly kind: 'application'; readonly id?: string }
  | { readonly kind: 'employee'; readonly id: string; readonly roles: readonly string[] }
  | {
      readonly kind: 'customer';
      readonly id: string;
      readonly assurance?: string;
      readonly ageSeconds?: number;
    }
);

/** A real issuer in small: signs access tokens of RFC 9068 and publishes its key. */
export interface TokenMint {
  /** The key set as an issuer would publish it. */
  readonly keySet: string;
  mint(request: TokenRequest): Promise<string>;
}

const validForSecondsDefault = 300;

/** Makes a mint with a fresh key. */
export async function createTokenMint(clock: Clock): Promise<TokenMint> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'test-1', alg: 'ES256', use: 'sig' };
  let minted = 0;
  return {
    keySet: JSON.stringify({ keys: [key] }),
    async mint(request) {
      const nowSeconds = Math.floor(clock.now().epochMilliseconds / 1_000);
      minted += 1;
      return new SignJWT({
        jti: `token-${minted}`,
        client_id: clientOf(request),
        'bank-id': [...(request.banks ?? ['01'])],
        ...(request.scope === undefined ? {} : { scope: request.scope }),
        ...claimsOf(request, nowSeconds),
        ...request.claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: request.type ?? 'at+jwt', kid: 'test-1' })
        .setIssuer(request.issuer ?? testIssuer)
        .setAudience(request.audience ?? testAudience)
        .setSubject(request.kind === 'application' ? clientOf(request) : request.id)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + (request.validForSeconds ?? validForSecondsDefault))
        .sign(privateKey);
    },
  };
}

function clientOf(request: TokenRequest): string {
  return request.kind === 'application' ? (request.id ?? 'app-1') : 'console-1';
}

function claimsOf(request: TokenRequest, nowSeconds: number): Readonly<Record<string, unknown>> {
  switch (request.kind) {
    case 'application':
      return {};
    case 'employee':
      return { 'employee-id': request.id, roles: [...request.roles], unit: 'unit-1' };
    case 'customer':
      return {
        'customer-number': '1000000048',
        acr: request.assurance ?? '1fa',
        auth_time: nowSeconds - (request.ageSeconds ?? 0),
      };
  }
}
