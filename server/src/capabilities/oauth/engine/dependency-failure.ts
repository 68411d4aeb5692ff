import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isDatabaseUnavailable } from '#platform/db/failure.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { requestContextOf } from './request-context.ts';

const inTrouble = new WeakSet<object>();

/** The library calls everything it does not know a server error; a database that is away is trouble, and passes. */
export function watchFailures(provider: Provider, { bankId, log }: Context): void {
  provider.on('server_error', (ctx, error) => {
    const { requestId } = requestContextOf(ctx.req);
    if (isTrouble(error)) inTrouble.add(ctx);
    log.error(
      { requestId, bankId, error },
      inTrouble.has(ctx) ? 'the authorization server met trouble' : 'the authorization server met a bug',
    );
  });
}

function isTrouble(error: unknown): boolean {
  if (error instanceof Problem) return error.entry.kind === 'unavailable';
  return isDatabaseUnavailable(error);
}

/** Tells the caller to come back, instead of that something is broken. */
export function logDependencyFailure(ctx: KoaContextWithOIDC): void {
  if (!inTrouble.has(ctx)) return;
  const isPage = ctx.response.is('html') === 'html';
  ctx.status = 503;
  ctx.set('retry-after', '1');
  if (isPage) return;
  ctx.body = {
    error: 'temporarily_unavailable',
    error_description: 'not available at the moment; try again',
  };
}
