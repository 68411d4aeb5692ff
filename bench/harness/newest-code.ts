import { createAuthorizationVault } from '../../server/src/capabilities/authorization/index.ts';
import type { Instance } from './instance.ts';
import { keysOf, peopleBank } from './sign-in-people.ts';

/** Returns the newest code of a user, from the database, before a worker has dispatched it. */
export async function newestCodeOf(instance: Instance, userId: string): Promise<string> {
  const [row] = await instance.database.query<{ verification_id: string; sealed_text: Buffer }>(
    `select verification_id, sealed_text from "authorization".otp_verification
      where user_id = $1 and superseded_at is null order by created_at desc, verification_id limit 1`,
    [userId],
  );
  if (row === undefined) throw new Error('no code was made');
  const vault = createAuthorizationVault(keysOf(instance));
  const { code } = vault.openText(peopleBank, row.verification_id, row.sealed_text);
  if (code === undefined) throw new Error('the code was already dispatched');
  return code;
}
