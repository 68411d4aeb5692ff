import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

type Session = NonNullable<KoaContextWithOIDC['oidc']['session']>;

/** Ends a session and all its grants, including tokens that outlive sessions. */
export async function endSession(provider: Provider, session: Session): Promise<void> {
  await endGrants(provider, session);
  await session.destroy();
}

/**
 * Completes signing out. The library keeps grants with offline access; here signing out ends them. A browser without a
 * session is redirected instead of asked.
 */
export async function finishSignOut(ctx: KoaContextWithOIDC): Promise<void> {
  const { params, provider, route, session } = ctx.oidc;
  if (session === undefined) return;
  if (route === 'end_session_confirm' && ctx.status === 303 && Boolean(params?.['logout']))
    await endGrants(provider, session);
  if (route === 'end_session' && ctx.status === 200 && session.accountId === undefined) {
    ctx.status = 303;
    ctx.redirect(afterSignOut(ctx));
  }
}

async function endGrants({ Grant }: Provider, { authorizations = {} }: Session): Promise<void> {
  for (const { grantId } of Object.values(authorizations)) {
    const grant = grantId === undefined ? undefined : await Grant.find(grantId);
    await grant?.destroy();
  }
}

/** The library has already compared this address with the registered ones. */
function afterSignOut(ctx: KoaContextWithOIDC): string {
  const { post_logout_redirect_uri: registered, state } = ctx.oidc.params ?? {};
  if (typeof registered !== 'string') return ctx.oidc.urlFor('end_session_success');
  const to = new URL(registered);
  if (typeof state === 'string') to.searchParams.set('state', state);
  return to.href;
}
