import Type from 'typebox';
import { isNetwork, isWebUrl } from './address-settings.ts';
import { json, type SettingType } from './setting-types.ts';

const closed = { additionalProperties: false } as const;
const shortText = Type.String({ minLength: 1, maxLength: 200 });
const file = Type.String({ pattern: '^file:.', maxLength: 500 });
const bank = '^[a-z0-9]{2,8}$';
const hostName = Type.String({ pattern: '^[a-z0-9.-]{1,253}$' });
const networks = Type.Optional(
  Type.Immutable(Type.Array(Type.Refine(Type.String(), isNetwork), { maxItems: 16 })),
);
const address = Type.String({ pattern: '^[^@\\s]{1,64}@[a-z0-9.-]{1,253}$' });

const email = Type.Object(
  {
    server: Type.String({ pattern: '^(smtp|smtps|smtp-plain)://[a-z0-9.-]{1,253}:[0-9]{1,5}$' }),
    user: Type.Optional(shortText),
    password: Type.Optional(file),
    senders: Type.Immutable(
      Type.Record(
        Type.String({ pattern: bank }),
        Type.Immutable(Type.Object({ name: shortText, address, replyTo: Type.Optional(address) }, closed)),
      ),
    ),
    bounces: Type.Optional(
      Type.Immutable(
        Type.Object(
          { domain: hostName, key: file, listen: Type.String({ pattern: '^[0-9a-z.:\\[\\]]+:[0-9]{1,5}$' }) },
          closed,
        ),
      ),
    ),
    connections: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    networks,
    ca: Type.Optional(file),
  },
  closed,
);

const sms = Type.Object(
  {
    url: Type.Refine(Type.String({ maxLength: 500 }), isWebUrl),
    token: file,
    senders: Type.Immutable(
      Type.Record(
        Type.String({ pattern: bank }),
        Type.String({ pattern: '^(\\+[0-9]{7,15}|[A-Za-z0-9 ]{1,11})$' }),
      ),
    ),
    networks,
    ca: Type.Optional(file),
  },
  closed,
);

const push = Type.Object(
  {
    key: file,
    subject: Type.String({ pattern: '^(mailto:|https:)\\S+$', maxLength: 200 }),
    hosts: Type.Immutable(
      Type.Array(Type.String({ pattern: '^(\\*\\.)?[a-z0-9.-]{1,253}$' }), { minItems: 1, maxItems: 32 }),
    ),
    ports: Type.Optional(
      Type.Immutable(Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), { minItems: 1, maxItems: 8 })),
    ),
    networks,
    ca: Type.Optional(file),
  },
  closed,
);

const letters = Type.Object({ folder: Type.String({ pattern: '^/\\S+$' }) }, closed);

const medium = Type.Enum(['email', 'sms', 'push', 'letter']);

const deliverySchema = Type.Immutable(
  Type.Object(
    {
      email: Type.Optional(Type.Immutable(email)),
      sms: Type.Optional(Type.Immutable(sms)),
      push: Type.Optional(Type.Immutable(push)),
      letters: Type.Optional(Type.Immutable(letters)),
      gateways: Type.Optional(
        Type.Immutable(
          Type.Record(shortText, Type.Immutable(Type.Array(medium, { minItems: 1, maxItems: 4 }))),
        ),
      ),
      linkHosts: Type.Optional(Type.Immutable(Type.Array(hostName, { maxItems: 64 }))),
    },
    closed,
  ),
);

/** How messages are sent: our own servers and gateways, and applications that fetch the messages they deliver. */
export function delivery(): SettingType<typeof deliverySchema> {
  return json(
    deliverySchema,
    'an object with any of email, sms, push, letters, gateways and linkHosts; see docs/guides/delivery.md',
  );
}
