import Type from 'typebox';
import { xs2aParameters } from '#dialects/xs2a/parameter-texts.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { problems } from './problems.ts';

const path = '/v1/notification-secrets';

const notificationsInterface: Interface = {
  name: 'xs2a',
  title: 'XS2A for third-party providers',
  tag: { name: 'notifications', description: 'Changes of status that are sent to third parties.' },
  basePath: path,
  dialect: xs2a,
  parameters: xs2aParameters,
  duringMaintenance: 'closed',
};

/** Headers of responses that create a resource, or start an authorisation. SPEC xs2a 1.2, 7.6 */
export const notificationHeaders = {
  'aspsp-notification-support':
    'Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none.',
  'aspsp-notification-content': 'Which changes are sent: status= and some of SCA, PROCESS, LAST.',
} as const;

// GAP: the standard authenticates messages by the certificate of the bank alone. ADR-0109
export const getNotificationSecrets = contract({
  interface: notificationsInterface,
  access: callers({ tpp: { roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'] } }),
  operationId: 'NotificationSecrets_Get',
  method: 'GET',
  path,
  summary: 'Read the secrets that messages of the bank are signed with',
  description:
    'The secrets with which a third party verifies the signature of status notifications: the current one, and the next or the last while they change.',
  request: {},
  responses: {
    200: {
      description: 'The secrets of this third party, in the form of Standard Webhooks.',
      body: Type.Object({
        notificationSecrets: Type.Array(Type.String(), {
          minItems: 1,
          maxItems: 10,
          description:
            'The current one first. A message has a signature under each of them, so one that is known is enough.',
          examples: [['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq=']],
        }),
      }),
      headers: { 'cache-control': 'Always no-store.' },
    },
  },
  problems: [problems['notifications-not-supported']],
  idempotency: 'none',
  rate: 'tpp-read',
  source: 'addition',
});
