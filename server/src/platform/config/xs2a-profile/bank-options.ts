import Type from 'typebox';
import { flag, option } from './option.ts';

const hostsMax = 20;
const mebibyte = 1_048_576;
const ratePerMinute = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/** How the interface is reached and how it speaks. */
export const bankOptions = {
  hosts: option(
    Type.Immutable(
      Type.Array(Type.String({ pattern: '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$' }), {
        maxItems: hostsMax,
        uniqueItems: true,
      }),
    ),
    [],
    'Host names under which third parties reach this bank, in lower case, without a port.',
  ),
  statusCodes: option(
    Type.Enum(['standard', 'seed']),
    'standard',
    'seed: 409 and 415 become 400, and 429 on payments becomes 403.',
  ),
  rates: option(
    Type.Object({ 'tpp-read': ratePerMinute, 'tpp-change': ratePerMinute }, { additionalProperties: false }),
    { 'tpp-read': 6_000, 'tpp-change': 3_000 },
    'Requests per minute of one third party in one process: reads, and requests that change something.',
  ),
  quotas: option(
    Type.Object(
      {
        openResources: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
        openPerAccount: Type.Integer({ minimum: 1, maximum: 100_000 }),
        bytes: Type.Integer({ minimum: mebibyte, maximum: 1_048_576 * mebibyte }),
        unknownAccountsPerHour: Type.Integer({ minimum: 1, maximum: 10_000 }),
      },
      { additionalProperties: false },
    ),
    { openResources: 10_000, openPerAccount: 50, bytes: 512 * mebibyte, unknownAccountsPerHour: 60 },
    'What one third party may have: resources that are not approved yet, those of one account, bytes of what is not approved (until a day after its end), and different account numbers per hour that the bank does not know.',
  ),
  problemJson: option(flag, true, 'Errors as application/problem+json for clients that prefer it.'),
  forceXs2aBaseLinksUrl: option(flag, false, 'Links are absolute, below xs2aBaseLinksUrl.'),
  xs2aBaseLinksUrl: option(
    Type.Union([Type.Null(), Type.String({ pattern: '^https://[^\\s?#]{1,190}[^/\\s?#]$' })]),
    null,
    'Address that absolute links begin with, without a slash at its end.',
  ),
  aspspNotificationsSupported: option(
    Type.Immutable(
      Type.Array(Type.Enum(['NONE', 'SCA', 'PROCESS', 'LAST']), { minItems: 1, uniqueItems: true }),
    ),
    ['NONE'],
    'Which changes are pushed to the address that a third party names.',
  ),
  checkUriComplianceToDomainSupported: option(
    flag,
    true,
    'Redirect addresses are compared with the domains of the certificate; without that approval pages lead to any host at once. Notification addresses always are.',
  ),
  tppUriComplianceResponse: option(
    Type.Enum(['WARNING', 'REJECT']),
    'WARNING',
    'What happens to an address outside of the domains of the certificate. An accepted one gets a warning, and the approval page names its host before the customer goes there.',
  ),
  dashboardReestablishHours: option(
    Type.Integer({ minimum: 0, maximum: 720 }),
    48,
    'For how long a customer can re-establish a withdrawn permission; 0 turns this off.',
  ),
};
