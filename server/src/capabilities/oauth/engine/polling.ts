import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Context } from '#platform/work/context.ts';
import { hashOfName } from '../store/artefact-names.ts';
import { insertReplayMarker } from '../store/replay-markers.store.ts';
import { textIn } from './library-values.ts';

/** CIBA 7.3: the default polling interval is five seconds. */
const intervalSeconds = 5;

/** Returns `slow_down` to a client that polls too often; the library only returns `authorization_pending`. */
export async function slowDown(ctx: KoaContextWithOIDC, context: Context): Promise<void> {
  const body: unknown = ctx.body;
  if (ctx.oidc.route !== 'token' || textIn(body, 'error') !== 'authorization_pending') return;
  const { bankId, clock, db } = context;
  const now = clock.now();
  const period = Math.floor(now.epochMilliseconds / (intervalSeconds * 1_000));
  const marker = hashOfName(JSON.stringify(['poll', textIn(ctx.oidc.params, 'auth_req_id'), period]));
  const expiresAt = now.add({ seconds: 2 * intervalSeconds });
  if (await insertReplayMarker(db, { bankId, marker, expiresAt })) return;
  ctx.body = {
    error: 'slow_down',
    error_description: `poll at most every ${intervalSeconds} seconds`,
  };
}
