import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { assurances } from '#platform/auth/caller.ts';
import { fitsClient } from './accounts.ts';
import { textIn } from './library-values.ts';
import { type RepresentationDeps, requireMandate } from './representation.ts';
import { asksForApproval } from './third-party-tokens.ts';

/** Decides when the user must sign in or consent: the library's rules, and RFC 9470, which it does not implement. */
export function signInPolicy(deps: RepresentationDeps): ReturnType<typeof interactionPolicy.base> {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'weaker_assurance',
        'a stronger sign-in is requested',
        'login_required',
        (ctx) => isWeakerThanRequested(ctx),
      ),
    );
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_of_another_kind',
        'the account of the session does not match the kind of client',
        'login_required',
        ({ oidc }) => isOfAnotherKind(oidc.session?.accountId, oidc.client),
      ),
    );
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_gone',
        'the account of the session may no longer have tokens',
        'login_required',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    );
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'approval_of_resource',
        'the customer approves the resource on the page of the bank',
        'interaction_required',
        (ctx) => asksForApproval(ctx),
      ),
    );
  addConsentChecks(policy, deps);
  return policy;
}

function addConsentChecks(policy: ReturnType<typeof interactionPolicy.base>, deps: RepresentationDeps): void {
  // A console must send `prompt=consent` to get refresh tokens, but the consent of its users is implied.
  const consent = policy.get('consent');
  consent?.checks.add(
    new interactionPolicy.Check(
      'acting_for_organization',
      'the customer may act for the organization',
      'consent_required',
      async (ctx) => {
        await requireMandate(ctx, deps);
        return false;
      },
    ),
  );
  consent?.checks.remove('consent_prompt');
  consent?.checks.add(
    new interactionPolicy.Check(
      'consent_prompt',
      'consent is requested',
      'consent_required',
      ({ oidc }) => oidc.client?.['portico_kind'] !== 'console' && oidc.promptPending('consent'),
    ),
    0,
  );
}

function isOfAnotherKind(accountId: string | undefined, client: unknown): boolean {
  return accountId !== undefined && !fitsClient(accountId, textIn(client, 'portico_kind'));
}

function isWeakerThanRequested(ctx: KoaContextWithOIDC): boolean {
  const requested = textIn(ctx.oidc.params, 'acr_values')
    .split(' ')
    .map(rankOf)
    .filter((rank) => rank >= 0);
  if (requested.length === 0) return false;
  // The list is in order of preference; the weakest of it is sufficient.
  // A sign-in cannot have linked assurance: a client that requests it gets two factors, and the operation asks again.
  return rankOf(ctx.oidc.acr) < Math.min(...requested, rankOf('sca'));
}

function rankOf(assurance: string | undefined): number {
  return assurances.findIndex((known) => known === assurance);
}
