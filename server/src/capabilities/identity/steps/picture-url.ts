import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/** Where a picture is found by whoever is told of it. */
export function pictureUrl(
  { bankId, identityFacts }: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityFacts'>,
  pictureId: string,
): string {
  return `${identityFacts.baseUrl}/v1/identity/pictures/${bankId}/${pictureId}`;
}
