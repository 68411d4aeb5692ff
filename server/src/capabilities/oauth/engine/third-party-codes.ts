import { errors, type Provider } from 'oidc-provider';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { lifetimes } from '../domain/lifetimes.ts';
import { type ResourceRef, scopeText } from '../domain/resource-scope.ts';
import { hashOfName } from '../store/artefact-names.ts';
import { insertResourceGrant } from '../store/resource-grants.store.ts';
import { textIn } from './library-values.ts';
import { resourceOf } from './third-party-requests.ts';

/** The approval to which an interaction has led the browser. */
export interface BegunApproval {
  readonly authorisationId: string;
  /** Address of the page. */
  readonly url: string;
  /** `Set-Cookie` that makes the page this browser's own; repeated, because a response can get lost. */
  readonly cookie: string;
}

type Interaction = InstanceType<Provider['Interaction']>;

/** Returns the resource that an interaction is about. */
export function resourceOfInteraction({ params }: Interaction): ResourceRef {
  const resource = resourceOf(params);
  if (resource === undefined) throw new Error('an interaction of a third party has no resource');
  return resource;
}

/** Returns the approval that an interaction has led to; undefined before. */
export function begunIn({ result }: Interaction): BegunApproval | undefined {
  const approval = result?.['approval'];
  const [authorisationId, url] = [textIn(approval, 'authorisationId'), textIn(approval, 'url')];
  return url === '' ? undefined : { authorisationId, url, cookie: textIn(approval, 'cookie') };
}

export async function saveBegun(interaction: Interaction, approval: BegunApproval): Promise<void> {
  interaction.result = { approval };
  await interaction.persist();
}

/** How an interaction ends: with a code for the user who approved, or with an error of RFC 6749. */
export type ApprovalEnd =
  | { readonly kind: 'approved'; readonly userId: string; readonly authorisationId: string }
  | { readonly kind: 'failed'; readonly description: string };

export interface EndedInteraction {
  readonly interaction: Interaction;
  readonly end: ApprovalEnd;
  /** The resource server of the tokens. */
  readonly audience: string;
}

/**
 * Ends an interaction and returns where the browser goes. There is no session: the next approval needs its own factors.
 * Undefined for all but one of several concurrent requests.
 */
export async function endInteraction(
  provider: Provider,
  context: Context,
  ended: EndedInteraction,
): Promise<string | undefined> {
  const { end, interaction } = ended;
  const { params } = interaction;
  try {
    await interaction.destroy();
    await consumePushed(provider, interaction);
    // The library says so for a browser that was too late.
  } catch (error) {
    if (error instanceof errors.SessionNotFound || error instanceof errors.InvalidRequestUri)
      return undefined;
    throw error;
  }
  const answer: Readonly<Record<string, string>> =
    end.kind === 'approved'
      ? { code: await newCode(provider, context, { ...ended, end }) }
      : { error: 'access_denied', error_description: end.description };
  const location = new URL(textIn(params, 'redirect_uri'));
  const state = textIn(params, 'state');
  const all = { ...answer, ...(state === '' ? {} : { state }), iss: provider.issuer };
  for (const [name, value] of Object.entries(all)) location.searchParams.set(name, value);
  return location.href;
}

/** A pushed request leads to one code, also where it was opened in two windows. */
async function consumePushed(provider: Provider, interaction: Interaction): Promise<void> {
  const pushed = await provider.PushedAuthorizationRequest.find(textIn(interaction, 'parJti'), {
    ignoreExpiration: true,
  });
  if (pushed === undefined) throw new errors.InvalidRequestUri('already used');
  await pushed.consume();
}

type Approved = EndedInteraction & { readonly end: Extract<ApprovalEnd, { readonly kind: 'approved' }> };

async function newCode(
  provider: Provider,
  context: Context,
  { audience, end: { authorisationId, userId }, interaction }: Approved,
): Promise<string> {
  const { params } = interaction;
  const client = await provider.Client.find(textIn(params, 'client_id'));
  if (client === undefined) throw new errors.InvalidClient('client is invalid', 'client not found');
  const resource = resourceOfInteraction(interaction);
  const scope = scopeText(resource);
  const lifeSeconds = resource.service === 'PIS' ? lifetimes.briefGrant : lifetimes.resourceGrant;
  const grant = new provider.Grant({ accountId: userId, clientId: client.clientId });
  Object.assign(grant, { expiresIn: lifeSeconds });
  grant.addResourceScope(audience, scope);
  const grantId = await grant.save();
  await recordGrant(context, { ...resource, authorisationId, grantId, lifeSeconds });
  const code = new provider.AuthorizationCode({
    client,
    accountId: userId,
    acr: 'sca',
    codeChallenge: textIn(params, 'code_challenge'),
    codeChallengeMethod: textIn(params, 'code_challenge_method'),
    grantId,
    gty: 'authorization_code',
    redirectUri: textIn(params, 'redirect_uri'),
    resource: audience,
    scope,
  });
  return code.save();
}

async function recordGrant(
  context: Context,
  grant: ResourceRef & {
    readonly authorisationId: string;
    readonly grantId: string;
    readonly lifeSeconds: number;
  },
): Promise<void> {
  const { bankId, clock } = context;
  const { authorisationId, grantId, lifeSeconds, resourceId, service } = grant;
  await runCommand(context, async (work) => {
    insertResourceGrant(work, {
      bankId,
      grantHash: hashOfName(grantId),
      service,
      resourceId,
      authorisationId,
      expiresAt: clock.now().add({ seconds: lifeSeconds }),
    });
    work.audit({
      aggregateKind: 'authorisation',
      aggregateId: authorisationId,
      changes: [{ field: 'grant', after: scopeText({ service, resourceId }) }],
    });
  });
}
