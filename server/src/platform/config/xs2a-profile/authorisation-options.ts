import Type from 'typebox';
import { flag, milliSeconds, option, someOf } from './option.ts';

/** How customers approve what a third party asks for. */
export const authorisationOptions = {
  scaApproachesSupported: option(
    someOf('REDIRECT', 'DECOUPLED', 'EMBEDDED'),
    ['REDIRECT', 'DECOUPLED', 'EMBEDDED'],
    'Approaches to strong customer authentication; the first one has priority.',
  ),
  scaRedirectFlow: option(
    Type.Enum(['REDIRECT', 'OAUTH', 'OAUTH_PRE_STEP']),
    'REDIRECT',
    'How the customer is sent to the bank.',
  ),
  oauthConfigurationUrl: option(
    Type.Union([Type.Null(), Type.String({ pattern: '^https://[^\\s]{1,200}$' })]),
    null,
    'Metadata of the authorization server; null stands for that of this product.',
  ),
  redirectUrlExpirationTimeMs: option(milliSeconds, 600_000, 'Life of the link to the page of the bank.'),
  startAuthorisationMode: option(
    Type.Enum(['auto', 'implicit', 'explicit']),
    'auto',
    'Whether an authorisation starts with its resource or by a request of its own.',
  ),
  authorisationExpirationTimeMs: option(milliSeconds, 86_400_000, 'Life of an authorisation.'),
  authorisationConfirmationRequestMandated: option(
    flag,
    false,
    'After the redirect the third party confirms with a code.',
  ),
  psuInInitialRequestMandated: option(flag, false, 'PSU-ID is required when a resource is created.'),
  psuInInitialRequestIgnored: option(flag, false, 'PSU-ID is ignored when a resource is created.'),
};
