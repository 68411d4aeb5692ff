import { type TokenMint, testAudience, testIssuer } from '../../server/src/platform/testing/token-mint.ts';
import { devFiles } from './clone.ts';

/** The employees of the guides, who also act in commands. */
export const devEmployees: readonly string[] = ['alice', 'bob'];
export const devRoles: readonly string[] = ['maintenance', 'monitoring'];
const validForSeconds = 12 * 3_600;
const scopesOf = {
  sender: 'correspondence.send correspondence.deliver correspondence.render',
  codes:
    'authorization.otp authorization.otp.unregistered authorization.oath authorization.ocra authorization.levels identity.users.register',
  parties: 'party.read party.search party.sync party.register party.write party.sensitive',
} as const;

/** The issuer of the development tokens, for `PORTICO_TOKEN_ISSUERS`. */
export const devIssuers: string = JSON.stringify([
  {
    issuer: testIssuer,
    audience: testAudience,
    jwks: `file:${devFiles.issuerKeySet}`,
    banks: ['01'],
    callers: { application: Object.values(scopesOf).join(' ').split(' '), employee: devRoles },
    // The tokens are for curl, which sends no DPoP proofs.
    unboundTokens: 'accepted',
  },
]);

/** Returns tokens for two employees and three back ends, by the names of their variables in the guides. */
export async function mintTokens(mint: TokenMint): Promise<Readonly<Record<string, string>>> {
  const employee = (id: string): Promise<string> =>
    mint.mint({ kind: 'employee', id, roles: devRoles, validForSeconds });
  const application = (id: keyof typeof scopesOf): Promise<string> =>
    mint.mint({ kind: 'application', id, scope: scopesOf[id], validForSeconds });
  return {
    ALICE: await employee('alice'),
    BOB: await employee('bob'),
    PARTIES: await application('parties'),
    SENDER: await application('sender'),
    CODES: await application('codes'),
  };
}
