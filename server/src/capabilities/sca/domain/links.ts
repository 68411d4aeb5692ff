import type { Authorisation } from './authorisation.ts';
import { type SubjectRef, serviceOf } from './subject.ts';

/** SPEC xs2a 3.13: names of links to the next step of an authorisation. */
export type LinkName =
  | 'scaRedirect'
  | 'scaOAuth'
  | 'confirmation'
  | 'updatePsuIdentification'
  | 'updatePsuAuthentication'
  | 'selectAuthenticationMethod'
  | 'authoriseTransaction'
  | 'scaStatus'
  | 'self'
  | 'status'
  | 'startAuthorisation'
  | 'startAuthorisationWithPsuAuthentication'
  | 'startAuthorisationWithPsuIdentification';

/** What the bank chose about the approach REDIRECT. */
export interface LinkChoices {
  readonly isConfirmationNeeded: boolean;
  /** Set where the browser comes through the authorization server of the bank: the address of its metadata. */
  readonly oauthMetadataUrl?: string | undefined;
}

/**
 * Returns the address of the metadata where the browser comes through the authorization server. What no scope names is
 * approved with a link to the page itself.
 */
export function metadataUrlFor(
  subject: Pick<SubjectRef, 'kind'>,
  { oauthMetadataUrl }: Pick<LinkChoices, 'oauthMetadataUrl'>,
): string | undefined {
  return serviceOf(subject) === undefined ? undefined : oauthMetadataUrl;
}

/** Returns the links of an authorisation: what the third party does next, and where it reads the status. SPEC xs2a 6.3 */
export function linksOf(
  { approach, status }: Pick<Authorisation, 'approach' | 'status'>,
  choices: LinkChoices,
): readonly LinkName[] {
  switch (approach) {
    case 'EMBEDDED':
      return [...embeddedLinks[status], 'scaStatus'];
    case 'REDIRECT':
      return [...redirectLinks(status, choices), 'scaStatus'];
    case 'DECOUPLED':
      return status === 'received' ? ['updatePsuIdentification', 'scaStatus'] : ['scaStatus'];
  }
}

const embeddedLinks: Readonly<Record<Authorisation['status'], readonly LinkName[]>> = {
  received: ['updatePsuIdentification', 'updatePsuAuthentication'],
  psuIdentified: ['updatePsuAuthentication'],
  psuAuthenticated: ['selectAuthenticationMethod'],
  scaMethodSelected: ['authoriseTransaction'],
  started: ['authoriseTransaction'],
  unconfirmed: [],
  finalised: [],
  failed: [],
  exempted: [],
};

function redirectLinks(
  status: Authorisation['status'],
  { isConfirmationNeeded, oauthMetadataUrl }: LinkChoices,
): readonly LinkName[] {
  if (status === 'unconfirmed') return ['confirmation'];
  if (status !== 'received' && status !== 'psuIdentified') return [];
  const link = oauthMetadataUrl === undefined ? 'scaRedirect' : 'scaOAuth';
  return isConfirmationNeeded ? [link, 'confirmation'] : [link];
}

/** How the authorisation of a new resource starts. */
export type StartMode = 'implicit' | 'explicit';

/**
 * Returns whether an authorisation starts together with its resource. SPEC xs2a 6.4: several signatures and baskets always
 * need explicit ones; a preference counts where baskets are supported.
 */
export function startMode(facts: {
  readonly profileMode: 'auto' | 'implicit' | 'explicit';
  readonly needsSeveralSignatures: boolean;
  readonly isBasket: boolean;
  readonly isExplicitPreferred: boolean;
  readonly areBasketsSupported: boolean;
}): StartMode {
  if (facts.needsSeveralSignatures || facts.isBasket) return 'explicit';
  if (facts.profileMode !== 'auto') return facts.profileMode;
  return facts.isExplicitPreferred && facts.areBasketsSupported ? 'explicit' : 'implicit';
}

/** Returns the link that starts an authorisation explicitly. SPEC xs2a 6.4 */
export function startLink(facts: {
  readonly approach: Authorisation['approach'];
  readonly isIdentified: boolean;
  readonly areBasketsSupported: boolean;
}): LinkName {
  if (facts.approach === 'EMBEDDED')
    return facts.areBasketsSupported ? 'startAuthorisation' : 'startAuthorisationWithPsuAuthentication';
  return facts.approach === 'DECOUPLED' && !facts.isIdentified
    ? 'startAuthorisationWithPsuIdentification'
    : 'startAuthorisation';
}
