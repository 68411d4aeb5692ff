import Type from 'typebox';
import { isNetwork } from './address-settings.ts';
import { json, type SettingType } from './setting-types.ts';

const closed = { additionalProperties: false } as const;
const file = Type.String({ pattern: '^file:.', maxLength: 500 });
const port = Type.Integer({ minimum: 1, maximum: 65_535 });
const weekSeconds = 604_800;

const tppNotificationsSchema = Type.Immutable(
  Type.Object(
    {
      /** Certificate of the bank and its key, which receivers may ask for. */
      identity: Type.Optional(Type.Object({ certificate: file, key: file }, closed)),
      /** Ports of receivers; absent: 443. */
      ports: Type.Optional(Type.Immutable(Type.Array(port, { minItems: 1, maxItems: 20 }))),
      /** Waits after failed attempts; after the last one a message is dead. */
      retrySeconds: Type.Optional(
        Type.Immutable(
          Type.Array(Type.Integer({ minimum: 1, maximum: weekSeconds }), { minItems: 1, maxItems: 20 }),
        ),
      ),
      /** How long nothing is sent to a third party after five failures in a row. */
      pauseSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: weekSeconds })),
      /** For receivers of tests: an authority, and networks that are not public with the hosts in them. */
      ca: Type.Optional(file),
      internal: Type.Optional(
        Type.Object(
          {
            hosts: Type.Immutable(Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: 50 })),
            networks: Type.Immutable(
              Type.Array(Type.Refine(Type.String(), isNetwork), { minItems: 1, maxItems: 16 }),
            ),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);

function tppNotifications(): SettingType<typeof tppNotificationsSchema> {
  return json(
    tppNotificationsSchema,
    'an object with identity, ports, retrySeconds, pauseSeconds, ca and internal, all optional; see docs/guides/notifications-to-third-parties.md',
  );
}

/** How third parties are notified. */
export const notificationSettings = {
  tppNotifications: {
    name: 'PORTICO_TPP_NOTIFICATIONS',
    kind: tppNotifications(),
    presence: { default: '{}' },
    description:
      'How changes of status are sent to third parties: certificate of the bank, ports, waits between attempts. Whether they are sent is aspspNotificationsSupported in the XS2A profile.',
  },
} as const;
