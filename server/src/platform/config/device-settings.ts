import Type from 'typebox';
import { json, type SettingType } from './setting-types.ts';

const closed = { additionalProperties: false } as const;
const file = Type.String({ pattern: '^file:.', maxLength: 500 });

const android = Type.Object(
  {
    /** Roots of Android key attestation, as PEM. */
    roots: file,
    apps: Type.Immutable(
      Type.Array(
        Type.Immutable(
          Type.Object(
            {
              packageName: Type.String({ pattern: '^[A-Za-z0-9_.]{1,200}$' }),
              certificateSha256: Type.String({ pattern: '^[0-9A-Fa-f]{64}$' }),
            },
            closed,
          ),
        ),
        { minItems: 1, maxItems: 20 },
      ),
    ),
  },
  closed,
);

const apple = Type.Object(
  {
    /** Root of Apple App Attest, as PEM. */
    roots: file,
    /** Team id, dot, bundle id. */
    appIds: Type.Immutable(
      Type.Array(Type.String({ pattern: '^[A-Z0-9]{10}\\.[A-Za-z0-9.-]{1,200}$' }), {
        minItems: 1,
        maxItems: 20,
      }),
    ),
    environment: Type.Optional(Type.Enum(['production', 'development'])),
  },
  closed,
);

const attestationSchema = Type.Immutable(
  Type.Object(
    {
      android: Type.Optional(Type.Immutable(android)),
      apple: Type.Optional(Type.Immutable(apple)),
      software: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
);

function deviceAttestation(): SettingType<typeof attestationSchema> {
  return json(attestationSchema, 'an object with any of android, apple and software');
}

/** Settings of customers' devices. */
export const deviceSettings = {
  deviceAttestation: {
    name: 'PORTICO_DEVICE_ATTESTATION',
    kind: deviceAttestation(),
    presence: { default: '{}' },
    description:
      'Which devices can be paired: `android` with the roots of key attestation and the apps of the bank, `apple` with the root of App Attest and the app ids, `software` true for keys without hardware, which anyone can make: never where a bank has customers. By default no device can be paired.',
  },
} as const;
