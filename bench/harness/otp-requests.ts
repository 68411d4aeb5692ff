import { createAuthorizationVault } from '../../server/src/capabilities/authorization/index.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';
import type { TokenMint } from '../../server/src/platform/testing/token-mint.ts';
import type { Instance } from './instance.ts';

const code = '482913';
/** Stored text after the dispatch of the code. */
const otpText = {
  code: undefined,
  contact: undefined,
  message: undefined,
  language: undefined,
  exactIndex: undefined,
};
const clientOf = (index: number): string => `channel-app-${index}`;
const batch = 5_000;
/** Number of clients that sent the codes; the rate limit of each is 120 verifications per minute. */
const senders = 2_000;

/** Inserts open codes: some for the product, and some for each client of the bare side. */
export async function insertVerifications(
  instance: Instance,
  wanted: {
    readonly product: number;
    readonly bare: { readonly clients: number; readonly each: number };
  },
): Promise<{ readonly ids: readonly string[] }> {
  const masterKey = Buffer.from(instance.env['PORTICO_MASTER_KEYS'] ?? '', 'base64');
  const vault = createAuthorizationVault(createLocalKeys([masterKey]));
  const ids = Array.from({ length: wanted.product }, (_, index) => `p${String(index).padStart(21, '0')}`);
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch);
    const digests = some.map((id) => vault.codeHash('01', id, code));
    await enter(instance, vault, {
      ids: some,
      digests,
      clients: some.map((_, index) => clientOf((from + index) % senders)),
    });
  }
  const { clients, each } = wanted.bare;
  for (let client = 0; client < clients; client += 1) {
    for (let from = 1; from <= each; from += batch) {
      const some = Array.from({ length: Math.min(batch, each - from + 1) }, (_, index) =>
        String(client * 1_000_000 + from + index),
      );
      await enter(instance, vault, {
        ids: some,
        digests: some.map(() => Buffer.alloc(32)),
        clients: some.map(() => clientOf(1)),
      });
    }
  }
  await instance.database.query('analyze "authorization".otp_verification');
  await instance.database.query('analyze "authorization".factor_attempts');
  return { ids };
}

/** Inserts codes in the state after sending by e-mail, each to another address. */
async function enter(
  { database }: Instance,
  vault: ReturnType<typeof createAuthorizationVault>,
  rows: {
    readonly ids: readonly string[];
    readonly digests: readonly Buffer[];
    readonly clients: readonly string[];
  },
): Promise<void> {
  const { clients, digests, ids } = rows;
  const hexes = digests.map((digest) => digest.toString('hex'));
  // Encrypted as the product does, because a process checks some of them at its start.
  const sealed = ids.map((id) => vault.sealText('01', id, otpText).toString('hex'));
  await database.query(
    `insert into "authorization".factor_attempts (bank_id, subject, attempts, streak, lockouts, is_suspended, daily_cap, row_version, created_at, modified_at)
     select '01', 'usr_' || id, '{}', 0, '{}', false, 20, 1, now(), now() from unnest($1::text[]) as id`,
    [ids],
  );
  await database.query(
    `insert into "authorization".otp_verification (bank_id, verification_id, client_id, user_id, subject, channel, action,
       recipient_index, code_hash, digits, sealed_text, is_dummy, attempts, attempts_max, prefix, country, expires_at,
       row_version, created_at, modified_at)
     select '01', id, client, null, 'usr_' || id, 'email', 'registration', '\\x00', decode(digest, 'hex'), 6,
            decode(sealed, 'hex'), false, 0, 5,
            null, null, now() + interval '1 day', 1, now(), now()
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as v (id, digest, client, sealed)`,
    [ids, hexes, clients, sealed],
  );
}

/** Returns requests with the right code as bytes, each for its own verification and from the client that sent it. */
export async function verifyRequests(
  mint: TokenMint,
  { applications, ids }: { readonly ids: readonly string[]; readonly applications: number },
): Promise<() => string> {
  const tokens = await Promise.all(
    Array.from({ length: applications }, (_, index) =>
      mint.mint({
        kind: 'application',
        id: clientOf(index),
        banks: ['01'],
        scope: 'authorization.otp',
        validForSeconds: 7_200,
      }),
    ),
  );
  let count = 0;
  return () => {
    const id = ids[count];
    if (id === undefined) throw new Error('no verifications are left; insert more');
    const token = tokens[count % applications];
    count += 1;
    const body = JSON.stringify({ 'verification-id': id, otp: code });
    return [
      'POST /v1/authorization/otp/email/verify HTTP/1.1',
      'host: 127.0.0.1',
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
  };
}
