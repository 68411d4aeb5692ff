import type { HeaderLines } from '../../server/src/dialects/xs2a/signature/signature-harness.suite.ts';
import type { TestAuthority, TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import { type SigningChoices, signMessage } from '../../server/src/platform/testing/message-signer.ts';
import type { Chance } from '../harness/chance.ts';

/** A signed message, with what is needed to sign it again. */
export interface SignedMessage {
  readonly headers: HeaderLines;
  readonly body: Buffer;
  readonly as: TestCertificate;
  readonly plain: Readonly<Record<string, string>>;
  readonly seal: TestCertificate;
  /** What a forger who knows everything but the key would sign. */
  readonly content: string;
}

const sealKinds = [
  'rsa',
  'ec',
  'other',
  'organisation',
  'unknown',
  'selfSigned',
  'web',
  'person',
  'future',
  'expired',
  'revoked',
  'blocked',
] as const;
export type SealKind = (typeof sealKinds)[number];
export type Seals = Readonly<Record<SealKind, TestCertificate>>;

export interface Signer {
  readonly seals: Seals;
  readonly client: TestCertificate;
  readonly otherClient: TestCertificate;
  fresh(): SignedMessage;
  again(message: SignedMessage, choices: SigningChoices & { readonly seal?: TestCertificate }): SignedMessage;
  sealOf(message: SignedMessage): TestCertificate;
}

const seal = { commonName: 'seal.test', use: 'signatures' } as const;
const otherOrganisation = { organizationIdentifier: 'PSDDE-BAFIN-2' } as const;

/** Issues every certificate of the run, with openssl. */
async function issueSeals(authority: TestAuthority, client: TestCertificate): Promise<Seals> {
  const { validFrom } = client;
  const past = { validFrom: validFrom.subtract({ hours: 2 }), validTo: validFrom.subtract({ hours: 1 }) };
  return {
    rsa: await authority.issue({ ...seal, key: 'rsa' }),
    ec: await authority.issue(seal),
    other: await authority.issue(seal),
    organisation: await authority.issue({ ...seal, ...otherOrganisation }),
    unknown: await authority.issueEvil(seal),
    selfSigned: await authority.issueSelfSigned(seal),
    web: await authority.issue({ ...seal, use: 'connections' }),
    person: await authority.issue({ ...seal, qcTypes: ['esign'] }),
    future: await authority.issue({ ...seal, validFrom: validFrom.add({ hours: 24 }) }),
    expired: await authority.issue({ ...seal, ...past }),
    revoked: await authority.issue(seal),
    blocked: await authority.issue(seal),
  };
}

/** Creates random messages with valid signatures. */
export async function createSigner(authority: TestAuthority, chance: Chance): Promise<Signer> {
  const client = await authority.issue({ commonName: 'tpp.test' });
  const otherClient = await authority.issue({ commonName: 'tpp.test', ...otherOrganisation });
  const seals = await issueSeals(authority, client);
  const again: Signer['again'] = ({ body, plain, seal: before, as }, { seal: by = before, ...choices }) => {
    const added = signMessage({ headers: plain, body }, by, choices);
    const all: Readonly<Record<string, string>> = { ...plain, ...added };
    const headers = Object.entries(all);
    const content = signedNames.map((name) => `${name.toLowerCase()}: ${all[name]}`).join('\n');
    return { headers, body, plain, seal: by, as, content };
  };
  const fresh = (): SignedMessage => {
    const unsigned = {
      headers: [],
      body: Buffer.from(JSON.stringify({ text: `message ${chance.integer(0, 2 ** 30)}` })),
      plain: plainHeaders(chance, client),
      as: client,
      seal: chance.integer(0, 1) === 0 ? seals.rsa : seals.ec,
      content: '',
    };
    return again(unsigned, {
      names: signedNames,
      digest: chance.oneOf(['SHA-256', 'SHA-512'] as const),
      hash: chance.oneOf(['sha256', 'sha512'] as const),
    });
  };
  return { seals, client, otherClient, fresh, again, sealOf: (message) => message.seal };
}

const signedNames = [
  'Digest',
  'X-Request-ID',
  'PSU-ID',
  'TPP-Redirect-URI',
  'PSU-Corporate-ID',
  'Date',
] as const;

/** The run takes place while the certificate of the third party is new. */
function plainHeaders(
  chance: Chance,
  { validFrom }: Pick<Signer['client'], 'validFrom'>,
): Readonly<Record<string, string>> {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => chance.integer(0, 15).toString(16)).join('');
  return {
    'X-Request-ID': `3f1c9a52-9d0b-4a52-8d0e-a${digits(11)}`,
    'PSU-ID': `anna.${digits(6)}`,
    'PSU-Corporate-ID': `firm.${digits(6)}`,
    'TPP-Redirect-URI': `https://tpp.test/back?state=${digits(8)}`,
    Date: new Date(validFrom.epochMilliseconds).toUTCString(),
  };
}
