import { errors, type Provider } from 'oidc-provider';
import { grantScopes } from './grants.ts';
import type { SignedIn } from './interactions.ts';
import { textIn } from './library-values.ts';

/** Says yes to a decoupled request; false when it is over, or was meant for somebody else. */
export async function approveRequest(
  provider: Provider,
  requestId: string,
  { resource, signedIn }: { readonly resource: string; readonly signedIn: SignedIn },
): Promise<boolean> {
  const request = await provider.BackchannelAuthenticationRequest.find(requestId);
  if (request?.accountId !== signedIn.accountId || !isOpen(request)) return false;
  const asked = (request.scope ?? '').split(' ');
  const grant = new provider.Grant({ accountId: signedIn.accountId, ...clientOf(request) });
  grantScopes(grant, asked, resource);
  await grant.save();
  await provider.backchannelResult(request, grant, {
    acr: signedIn.assurance,
    amr: [...signedIn.methods],
    authTime: signedIn.atSeconds,
  });
  return true;
}

/** Says no to a decoupled request; false when it is over, or was meant for somebody else. */
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

/** Nobody has answered yet. */
function isOpen(request: Request): boolean {
  // The types promise a grant from the start; it comes with the answer.
  return request.consumed === undefined && request.error === undefined && textIn(request, 'grantId') === '';
}

function clientOf({ clientId }: Request): { readonly clientId: string } {
  return { clientId: clientId ?? '' };
}
