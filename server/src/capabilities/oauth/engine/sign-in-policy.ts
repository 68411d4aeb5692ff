import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { assurances } from '#platform/auth/caller.ts';
import { fitsClient } from './accounts.ts';
import { textIn } from './library-values.ts';

/** When somebody must be asked: the library's rules, and RFC 9470, which it leaves to us. */
export function signInPolicy(): ReturnType<typeof interactionPolicy.base> {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'weaker_assurance',
        'a stronger sign-in was asked for',
        'login_required',
        (ctx) => isWeakerThanAsked(ctx),
      ),
    );
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_of_another_kind',
        'the session is of somebody who does not use this kind of client',
        'login_required',
        ({ oidc }) => isOfAnotherKind(oidc.session?.accountId, oidc.client),
      ),
    );
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_gone',
        'the session is of somebody who may no longer hold tokens',
        'login_required',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    );
  // A console must say `prompt=consent` to be given refresh tokens, yet its users have nothing to agree to.
  const consent = policy.get('consent');
  consent?.checks.remove('consent_prompt');
  consent?.checks.add(
    new interactionPolicy.Check(
      'consent_prompt',
      'consent was asked for',
      'consent_required',
      ({ oidc }) => oidc.client?.['portico_kind'] !== 'console' && oidc.promptPending('consent'),
    ),
    0,
  );
  return policy;
}

function isOfAnotherKind(accountId: string | undefined, client: unknown): boolean {
  return accountId !== undefined && !fitsClient(accountId, textIn(client, 'portico_kind'));
}

function isWeakerThanAsked(ctx: KoaContextWithOIDC): boolean {
  const asked = textIn(ctx.oidc.params, 'acr_values')
    .split(' ')
    .map(rankOf)
    .filter((rank) => rank >= 0);
  if (asked.length === 0) return false;
  // The list is in order of preference; the weakest of it is still good enough.
  // Nothing is linked by signing in: whoever asks for that is given two factors, and asked again where it matters.
  return rankOf(ctx.oidc.acr) < Math.min(...asked, rankOf('sca'));
}

function rankOf(assurance: string | undefined): number {
  return assurances.findIndex((known) => known === assurance);
}
