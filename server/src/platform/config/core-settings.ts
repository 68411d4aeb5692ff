import Type from 'typebox';
import { mutualTlsServiceMembers } from './service-settings.ts';
import { json, type SettingType } from './setting-types.ts';

const closed = { additionalProperties: false } as const;

const ledger = Type.Object({ kind: Type.Literal('ledger') }, closed);

const http = Type.Object(
  {
    kind: Type.Literal('http'),
    ...mutualTlsServiceMembers,
  },
  closed,
);

const coresSchema = Type.Immutable(
  Type.Record(
    Type.String({ pattern: '^[a-z0-9]{2,8}$' }),
    Type.Union([Type.Immutable(ledger), Type.Immutable(http)]),
  ),
);

function cores(): SettingType<typeof coresSchema> {
  return json(
    coresSchema,
    'for each bank {"kind":"ledger"}, or {"kind":"http"} with url, certificate and key; see docs/guides/connect-a-core.md',
  );
}

/** The core banking system of each bank. */
export const coreSettings = {
  cores: {
    name: 'PORTICO_CORES',
    kind: cores(),
    presence: { default: '{}' },
    description:
      'The core banking system of each bank: its own one over HTTP, or the ledger of this product. Without one an account is its IBAN, and no money moves.',
  },
} as const;
