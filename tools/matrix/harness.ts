import {
  createProofMaker,
  type ProofMaker,
  type ProofRequest,
} from '../../server/src/platform/testing/proof-maker.ts';
import {
  createTokenMint,
  type TokenMint,
  type TokenRequest,
} from '../../server/src/platform/testing/token-mint.ts';
import { createProductTestApp, type ProductTestApp } from '../product-test-app.ts';
import { anyCustomer } from './callers.ts';
import type { RequestTarget } from './cell.ts';
import { createMatrixClients, type MatrixClients, matrixPeople } from './clients.ts';
import { registerUser } from './identity-objects.ts';

/** To what a caller's token is tied. */
export type Holder = 'nobody' | 'key' | 'certificate';

/** What a request may do wrong with a token that is right. */
export interface Presentation {
  readonly scheme?: 'Bearer' | 'DPoP';
  readonly proofBy?: ProofMaker;
  /** Replaced parts of the proof. */
  readonly proof?: Partial<ProofRequest>;
}

/** The product, and everything the actors of the matrix have in their pockets. */
export interface Harness {
  readonly app: ProductTestApp;
  /** Those who ask for tokens, known and unknown. */
  readonly clients: MatrixClients;
  /** An issuer with our issuer's name and another key. */
  readonly forger: TokenMint;
  /** A key that no token is bound to. */
  readonly otherKey: ProofMaker;
  /** Headers of a request with a token tied like this; the proof fits the place unless told otherwise. */
  headers(
    caller: { readonly token: TokenRequest; readonly holder: Holder },
    place: RequestTarget,
    presentation?: Presentation,
  ): Promise<Readonly<Record<string, string>>>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Names under which tokens, grants and clients are taken back. */
export const revoked = { token: 'revoked-token', grant: 'revoked-grant', client: 'revoked-client' } as const;

/** A certificate that no connection of a test has. */
const certificate = { fingerprint256: 'ab'.repeat(32) };

export async function createHarness(): Promise<Harness> {
  const app = await createProductTestApp(matrixPeople);
  for (const what of ['token', 'grant', 'client'] as const) app.revoked.revoke(what, revoked[what]);
  const otherKey = await createProofMaker(app.clock);
  const { userId } = await registerUser(app);
  return {
    app: app,
    clients: await createMatrixClients(app),
    otherKey,
    forger: await createTokenMint(app.clock),
    async headers({ token: request, holder }, place, presentation = {}) {
      const { wallet } = app.mint;
      const holders = { nobody: 'none', key: wallet, certificate } as const;
      const isAnybody = request.kind === 'customer' && request.id === anyCustomer;
      const named = isAnybody ? { ...request, id: userId } : request;
      const token = await app.mint.mint({ ...named, boundTo: holders[holder] });
      const { scheme = holder === 'key' ? 'DPoP' : 'Bearer', proofBy = wallet, proof = {} } = presentation;
      const authorization = `${scheme} ${token}`;
      if (scheme === 'Bearer' && holder !== 'key') return { authorization };
      return { authorization, dpop: await proofBy.prove({ ...place, token, ...proof }) };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
