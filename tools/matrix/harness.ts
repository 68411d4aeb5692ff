import {
  strictThirdPartyPolicy,
  type ThirdPartyChecks,
} from '../../server/src/platform/auth/third-party-checks.ts';
import {
  createProofMaker,
  type ProofMaker,
  type ProofRequest,
} from '../../server/src/platform/testing/proof-maker.ts';
import { type ThirdParties, testThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import {
  createTokenMint,
  type TokenMint,
  type TokenRequest,
} from '../../server/src/platform/testing/token-mint.ts';
import { createProductTestApp, type ProductTestApp } from '../product-test-app.ts';
import { anyCustomer, type TokenBinding } from './callers.ts';
import { createMatrixClients, type MatrixClients, matrixPeople } from './clients.ts';
import { registerUser } from './identity-objects.ts';
import type { RequestTarget } from './request-target.ts';
import { blockedOrganization } from './third-party-actors.ts';

/** Ways to misuse a valid token. */
export interface Presentation {
  readonly scheme?: 'Bearer' | 'DPoP';
  readonly proofBy?: ProofMaker;
  /** Replaced parts of the proof. */
  readonly proof?: Partial<ProofRequest>;
}

/** The product, with the clients, keys and tokens of the actors of the matrix. */
export interface Harness {
  readonly app: ProductTestApp;
  readonly thirdParties: ThirdParties;
  /** OAuth clients, registered and not. */
  readonly clients: MatrixClients;
  /** An issuer with the product issuer's name and another key. */
  readonly forger: TokenMint;
  /** A key that no token is bound to. */
  readonly otherKey: ProofMaker;
  /** Returns request headers with a token bound like this; the proof fits the target unless `presentation` changes it. */
  headers(
    caller: { readonly token: TokenRequest; readonly binding: TokenBinding },
    target: RequestTarget,
    presentation?: Presentation,
  ): Promise<Readonly<Record<string, string>>>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Ids of revoked tokens, grants and clients. */
export const revoked = { token: 'revoked-token', grant: 'revoked-grant', client: 'revoked-client' } as const;

/** A certificate that no connection of the tests has. */
const certificate = { fingerprint256: 'ab'.repeat(32) };

/** Blocks one organisation; all certificates but that of `_REV` are good. */
export const thirdPartyChecks: ThirdPartyChecks = {
  policyOf: () => strictThirdPartyPolicy,
  statuses: {
    statusOf: ({ psd2 }) => ({ kind: psd2?.organizationIdentifier === 'PSDNL-DNB-REV' ? 'revoked' : 'good' }),
  },
  blocks: { isBlocked: ({ organizationIdentifier }) => organizationIdentifier === blockedOrganization },
};

export async function createHarness(): Promise<Harness> {
  const thirdParties = await testThirdParties();
  const app = await createProductTestApp({ ...matrixPeople, thirdParties, thirdPartyChecks });
  for (const what of ['token', 'grant', 'client'] as const) app.revoked.revoke(what, revoked[what]);
  const otherKey = await createProofMaker(app.clock);
  const { userId } = await registerUser(app);
  return {
    app,
    thirdParties,
    clients: await createMatrixClients(app),
    otherKey,
    forger: await createTokenMint(app.clock),
    async headers({ token: request, binding }, target, presentation = {}) {
      const { wallet } = app.mint;
      const bindings = { none: 'none', key: wallet, certificate } as const;
      const isPlaceholder = request.kind !== 'application' && request.id === anyCustomer;
      const named = isPlaceholder ? { ...request, id: userId } : request;
      const token = await app.mint.mint({ ...named, boundTo: bindings[binding] });
      const { scheme = binding === 'key' ? 'DPoP' : 'Bearer', proofBy = wallet, proof = {} } = presentation;
      const authorization = `${scheme} ${token}`;
      if (scheme === 'Bearer' && binding !== 'key') return { authorization };
      return { authorization, dpop: await proofBy.prove({ ...target, token, ...proof }) };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
