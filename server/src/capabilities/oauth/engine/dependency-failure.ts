import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isDatabaseUnavailable } from '#platform/db/failure.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { requestContextOf } from './request-context.ts';

const failed = new WeakSet<object>();

/**
 * Logs server errors and separates dependency failures, which are temporary, from internal errors. The library reports
 * both as server errors.
 */
export function watchFailures(provider: Provider, { bankId, log }: Context): void {
  provider.on('server_error', (ctx, error) => {
    const { requestId } = requestContextOf(ctx.req);
    if (isDependencyFailure(error)) failed.add(ctx);
    log.error(
      { requestId, bankId, error },
      failed.has(ctx) ? 'authorization server: dependency failure' : 'authorization server: unhandled error',
    );
  });
}

function isDependencyFailure(error: unknown): boolean {
  if (error instanceof Problem) return error.entry.kind === 'unavailable';
  return isDatabaseUnavailable(error);
}

/** Replaces an internal error with a retryable one if a dependency failed. */
export function reportDependencyFailure(ctx: KoaContextWithOIDC): void {
  if (!failed.has(ctx)) return;
  const isPage = ctx.response.is('html') === 'html';
  ctx.status = 503;
  ctx.set('retry-after', '1');
  if (isPage) return;
  ctx.body = {
    error: 'temporarily_unavailable',
    error_description: 'temporarily unavailable; try again',
  };
}
