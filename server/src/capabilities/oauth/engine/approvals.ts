import { errors, type Provider } from 'oidc-provider';
import { grantScopes } from './grants.ts';
import type { SignedIn } from './interactions.ts';
import { textIn } from './library-values.ts';

/** Approves a decoupled request. Returns false if it has ended or belongs to another account. */
export async function approveRequest(
  provider: Provider,
  requestId: string,
  { resource, signedIn }: { readonly resource: string; readonly signedIn: SignedIn },
): Promise<boolean> {
  const request = await provider.BackchannelAuthenticationRequest.find(requestId);
  if (request?.accountId !== signedIn.accountId || !isOpen(request)) return false;
  const requested = (request.scope ?? '').split(' ');
  const grant = new provider.Grant({ accountId: signedIn.accountId, ...clientOf(request) });
  grantScopes(grant, requested, resource);
  await grant.save();
  await provider.backchannelResult(request, grant, {
    acr: signedIn.assurance,
    amr: [...signedIn.methods],
    authTime: signedIn.atSeconds,
  });
  return true;
}

/** Refuses a decoupled request. Returns false if it has ended or belongs to another account. */
export async function refuseRequest(
  provider: Provider,
  requestId: string,
  accountId: string,
): Promise<boolean> {
  const request = await provider.BackchannelAuthenticationRequest.find(requestId);
  if (request?.accountId !== accountId || !isOpen(request)) return false;
  await provider.backchannelResult(request, new errors.AccessDenied());
  return true;
}

type Request = InstanceType<Provider['BackchannelAuthenticationRequest']>;

/** Returns whether the request has no response yet. */
function isOpen(request: Request): boolean {
  // The library's types declare a grant from the start, but it is set with the response.
  return request.consumed === undefined && request.error === undefined && textIn(request, 'grantId') === '';
}

function clientOf({ clientId }: Request): { readonly clientId: string } {
  return { clientId: clientId ?? '' };
}
