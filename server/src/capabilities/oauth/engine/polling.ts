import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Context } from '#platform/work/context.ts';
import { hashOfName } from '../store/artefact-names.ts';
import { insertReplayMarker } from '../store/replay-markers.store.ts';
import { textIn } from './library-values.ts';

/** CIBA 7.3: a client that was told nothing else asks every five seconds. */
const intervalSeconds = 5;

/** Who asks again too soon is told to slow down; the library only ever says that the answer is still pending. */
export async function slowDown(ctx: KoaContextWithOIDC, context: Context): Promise<void> {
  const body: unknown = ctx.body;
  if (ctx.oidc.route !== 'token' || textIn(body, 'error') !== 'authorization_pending') return;
  const { bankId, clock, db } = context;
  const now = clock.now();
  const turn = Math.floor(now.epochMilliseconds / (intervalSeconds * 1_000));
  const marker = hashOfName(JSON.stringify(['poll', textIn(ctx.oidc.params, 'auth_req_id'), turn]));
  const expiresAt = now.add({ seconds: 2 * intervalSeconds });
  if (await insertReplayMarker(db, { bankId, marker, expiresAt })) return;
  ctx.body = {
    error: 'slow_down',
    error_description: `ask every ${intervalSeconds} seconds, not more often`,
  };
}
