import { createHmac, X509Certificate } from 'node:crypto';
import type { HeaderLines } from '../../server/src/dialects/xs2a/signature/signature-harness.suite.ts';
import type { TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import { keyIdOf } from '../../server/src/platform/testing/message-signer.ts';
import type { Chance } from '../harness/chance.ts';
import type { SealKind, SignedMessage, Signer } from './signature-messages.ts';

/** A way to spoil a signed message, and the only codes that may answer it. */
export interface Mutation {
  readonly name: string;
  readonly codes: readonly string[];
  readonly apply: (original: SignedMessage, tools: MutationTools) => SignedMessage;
}

export interface MutationTools {
  readonly chance: Chance;
  readonly signer: Signer;
}

const invalid = ['SIGNATURE_INVALID'] as const;
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const signedNames = ['PSU-ID', 'TPP-Redirect-URI', 'PSU-Corporate-ID', 'X-Request-ID'] as const;

const mutation = (name: string, codes: Mutation['codes'], apply: Mutation['apply']): Mutation => ({
  name,
  codes,
  apply,
});

/** Replaces the value of one header. */
function withHeader(message: SignedMessage, name: string, change: (value: string) => string): SignedMessage {
  const headers = message.headers.map(([one, value]) => [one, one === name ? change(value) : value] as const);
  return { ...message, headers };
}

function withLines(message: SignedMessage, change: (lines: HeaderLines) => HeaderLines): SignedMessage {
  return { ...message, headers: change(message.headers) };
}

/** Replaces one parameter of the Signature header. */
function withParameter(
  message: SignedMessage,
  name: string,
  change: (value: string) => string,
): SignedMessage {
  return withHeader(message, 'Signature', (header) =>
    header.replace(new RegExp(`${name}="([^"]*)"`), (_, value: string) => `${name}="${change(value)}"`),
  );
}

const withNames = (
  message: SignedMessage,
  change: (names: readonly string[]) => readonly string[],
): SignedMessage => withParameter(message, 'headers', (value) => change(value.split(' ')).join(' '));

/** Replaces the last of many digits or letters, so that the form of the value stays. */
function otherLetter(value: string, chance: Chance, from = 0): string {
  const at = chance.integer(from, value.length - 1);
  const old = value.charAt(at);
  const other = chance.oneOf(
    [...(from > 0 ? '0123456789abcdef' : letters)].filter((one) => one !== old.toLowerCase()),
  );
  return `${value.slice(0, at)}${other}${value.slice(at + 1)}`;
}

function flipped(bytes: Buffer, chance: Chance): Buffer {
  const copy = Buffer.from(bytes);
  const at = chance.integer(0, copy.length - 1);
  copy[at] = (copy[at] ?? 0) ^ (1 << chance.integer(0, 7));
  return copy;
}

const flippedBase64 = (value: string, chance: Chance): string =>
  flipped(Buffer.from(value, 'base64'), chance).toString('base64');

const headerMutations: readonly Mutation[] = [
  mutation('signed header changed', invalid, (message, { chance }) => {
    const name = chance.oneOf(signedNames);
    // The first 24 characters of a request id hold its version.
    return withHeader(message, name, (value) => otherLetter(value, chance, name === 'X-Request-ID' ? 24 : 0));
  }),
  mutation('case of a signed header changed', invalid, (message, { chance }) =>
    withHeader(message, chance.oneOf(['PSU-ID', 'TPP-Redirect-URI', 'X-Request-ID']), (value) =>
      value.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    ),
  ),
  mutation('blank inside a signed header', invalid, (message, { chance }) =>
    withHeader(message, chance.oneOf(['PSU-ID', 'TPP-Redirect-URI', 'PSU-Corporate-ID']), (value) => {
      const at = chance.integer(1, value.length - 1);
      return `${value.slice(0, at)}${chance.oneOf([' ', '\t'])}${value.slice(at)}`;
    }),
  ),
  mutation('signed header repeated', invalid, (message, { chance }) => {
    const name = chance.oneOf(['PSU-ID', 'TPP-Redirect-URI', 'PSU-Corporate-ID']);
    return withLines(message, (lines) => [...lines, ...lines.filter(([one]) => one === name)]);
  }),
  mutation('signed header sent a second time with another value', invalid, (message, { chance }) => {
    const added = [
      chance.oneOf(['PSU-ID', 'psu-id', 'TPP-Redirect-URI', 'PSU-Corporate-ID']),
      'https://evil.test/',
    ] as const;
    return withLines(message, (lines) =>
      chance.integer(0, 1) === 0 ? [added, ...lines] : [...lines, added],
    );
  }),
  mutation('request id sent twice', ['FORMAT_ERROR'], (message) =>
    withLines(message, (lines) => [...lines, ...lines.filter(([one]) => one === 'X-Request-ID')]),
  ),
  mutation('signed header removed', invalid, (message, { chance }) => {
    const name = chance.oneOf(['PSU-ID', 'TPP-Redirect-URI', 'PSU-Corporate-ID']);
    return withLines(message, (lines) => lines.filter(([one]) => one !== name));
  }),
  mutation('header that must be signed added', invalid, (message, { chance }) =>
    withLines(message, (lines) => [...lines, ['PSU-Corporate-ID', otherLetter('corporation', chance)]]),
  ),
  mutation('header of the signature repeated', invalid, (message, { chance }) => {
    const name = chance.oneOf(['Digest', 'Signature', 'TPP-Signature-Certificate']);
    return withLines(message, (lines) => [...lines, ...lines.filter(([one]) => one === name)]);
  }),
  ...(
    [
      ['Signature', 'SIGNATURE_MISSING'],
      ['Digest', 'SIGNATURE_INVALID'],
      ['TPP-Signature-Certificate', 'CERTIFICATE_MISSING'],
    ] as const
  ).map(([name, code]) =>
    mutation(`${name} removed`, [code], (message) =>
      withLines(message, (lines) => lines.filter(([one]) => one !== name)),
    ),
  ),
];

const listMutations: readonly Mutation[] = [
  mutation('order of headers changed', invalid, (message, { chance }) =>
    withNames(message, (names) => {
      const at = chance.integer(0, names.length - 2);
      return names.with(at, names[at + 1] ?? '').with(at + 1, names[at] ?? '');
    }),
  ),
  mutation('name removed from headers', invalid, (message, { chance }) =>
    withNames(message, (names) => names.toSpliced(chance.integer(0, names.length - 1), 1)),
  ),
  mutation('name added to headers', invalid, (message, { chance }) =>
    withNames(message, (names) =>
      names.toSpliced(
        chance.integer(0, names.length),
        0,
        chance.oneOf(['host', 'accept', 'digest', '(created)', '']),
      ),
    ),
  ),
  mutation('signed without a required header', invalid, (message, { chance, signer }) => {
    const left = chance.oneOf(['Digest', 'X-Request-ID', 'PSU-ID', 'TPP-Redirect-URI']);
    const names = ['Digest', 'X-Request-ID', 'PSU-ID', 'TPP-Redirect-URI'].filter((name) => name !== left);
    return signer.again(message, { names });
  }),
];

const bodyMutations: readonly Mutation[] = [
  mutation('byte of the body changed', invalid, (message, { chance }) => ({
    ...message,
    body: flipped(message.body, chance),
  })),
  mutation('body longer, shorter or empty', invalid, (message, { chance }) => ({
    ...message,
    body: chance.oneOf([
      Buffer.concat([message.body, Buffer.from(' ')]),
      message.body.subarray(0, -1),
      message.body.subarray(1),
      Buffer.alloc(0),
    ]),
  })),
  mutation('body and digest of another message', invalid, (message, { signer }) => {
    const other = signer.fresh();
    const digest = new Map(other.headers).get('Digest') ?? '';
    return withHeader({ ...message, body: other.body }, 'Digest', () => digest);
  }),
  mutation('digest changed', invalid, (message, { chance }) =>
    withHeader(message, 'Digest', (value) => {
      const [name = '', ...rest] = value.split('=');
      const base64 = rest.join('=');
      return chance.oneOf([
        `${name}=${flippedBase64(base64, chance)}`,
        `${name === 'SHA-256' ? 'SHA-512' : 'SHA-256'}=${base64}`,
        `${name}=${base64.slice(0, -1)}`,
        `${value},${value}`,
        `MD5=${base64}`,
        `${value},`,
      ]);
    }),
  ),
];

const signatureMutations: readonly Mutation[] = [
  mutation('bit of the signature changed', invalid, (message, { chance }) =>
    withParameter(message, 'signature', (value) => flippedBase64(value, chance)),
  ),
  mutation('signature cut or spelled otherwise', invalid, (message, { chance }) =>
    withParameter(message, 'signature', (value) =>
      chance.oneOf([
        value.slice(0, chance.integer(0, value.length - 1)),
        `${value}=`,
        ` ${value}`,
        value.slice(4),
        `${value.slice(0, 8)} ${value.slice(8)}`,
        `${value.slice(0, 8)}\\n${value.slice(8)}`,
      ]),
    ),
  ),
  mutation('signature of another message', invalid, (message, { signer }) => {
    const other = new Map(signer.fresh().headers).get('Signature') ?? '';
    return withHeader(message, 'Signature', () => other);
  }),
  mutation('algorithm of another kind', invalid, (message, { chance }) =>
    withParameter(message, 'algorithm', (value) =>
      chance.oneOf(
        [
          'rsa-sha256',
          'rsa-sha512',
          'ecdsa-sha256',
          'ecdsa-sha512',
          'hs2019',
          'none',
          'rsa-sha1',
          'RSA-SHA256',
          '',
        ].filter((other) => other !== value),
      ),
    ),
  ),
  mutation('HMAC under the public key', invalid, (message, { signer }) => {
    const key = new X509Certificate(signer.sealOf(message).der).publicKey.export({
      type: 'spki',
      format: 'pem',
    });
    const forged = createHmac('sha256', key).update(message.content).digest('base64');
    const renamed = withParameter(message, 'algorithm', () => 'hmac-sha256');
    return withParameter(renamed, 'signature', () => forged);
  }),
  mutation('form of the Signature header', invalid, (message, { chance }) =>
    withHeader(message, 'Signature', (value) =>
      chance.oneOf([
        `Signature ${value}`,
        `${value},`,
        `${value},created="1"`,
        value.replaceAll('"', ''),
        value.replace(/algorithm="[^"]*",/, ''),
        value.replace('keyId', 'keyid'),
        `${value},${value}`,
        value.slice(0, chance.integer(0, value.length - 1)),
      ]),
    ),
  ),
];

const keyIdMutations: readonly Mutation[] = [
  mutation('serial number of keyId changed', invalid, (message, { chance }) =>
    withParameter(message, 'keyId', (value) =>
      value.replace(
        /SN=([^,]+)/,
        (_, serial: string) => `SN=${otherLetter(serial.toLowerCase(), chance, 1)}`,
      ),
    ),
  ),
  mutation('issuer of keyId changed', invalid, (message, { chance }) =>
    withParameter(message, 'keyId', (value) =>
      chance.oneOf([
        value.replace('QTSP', 'QTSQ'),
        value.replace('C=NL', 'C=DE'),
        value.replace(',C=NL', ''),
        `${value},OU=x`,
        `${value},C=NL`,
        value.replace('CN=', 'OU='),
        value.replace(/CA=.*/, 'CA='),
      ]),
    ),
  ),
  mutation('keyId that ends its quotes or names two keys', invalid, (message, { chance, signer }) =>
    withParameter(message, 'keyId', (value) => {
      const other = keyIdOf(signer.seals.other);
      return chance.oneOf([
        `${value}",keyId="${other}`,
        `${other}",keyId="${value}`,
        `${value}\\",algorithm=\\"none`,
        `${value},${other}`,
        `${other},${value}`,
        `x",y="${value}`,
        value.replace('SN=', 'SN=0x'),
        value.replace('SN=', 'SN=-'),
        ` ${value}`,
      ]);
    }),
  ),
];

/** A message that is signed perfectly by a certificate that may not sign it. */
const sealMutations: readonly Mutation[] = (
  [
    ['organisation', 'CERTIFICATE_INVALID'],
    ['unknown', 'CERTIFICATE_INVALID'],
    ['selfSigned', 'CERTIFICATE_INVALID'],
    ['web', 'CERTIFICATE_INVALID'],
    ['person', 'CERTIFICATE_INVALID'],
    ['future', 'CERTIFICATE_INVALID'],
    ['expired', 'CERTIFICATE_EXPIRED'],
    ['revoked', 'CERTIFICATE_REVOKED'],
    ['blocked', 'CERTIFICATE_BLOCKED'],
  ] satisfies readonly (readonly [SealKind, string])[]
).map(([kind, code]) =>
  mutation(`signed by a certificate: ${kind}`, [code], (message, { signer }) =>
    signer.again(message, { seal: signer.seals[kind] }),
  ),
);

const certificateMutations: readonly Mutation[] = [
  ...sealMutations,
  mutation('another certificate of the organisation', invalid, (message, { chance, signer }) => {
    const shown = (seal: TestCertificate): SignedMessage =>
      withHeader(message, 'TPP-Signature-Certificate', () => seal.der.toString('base64'));
    const { other } = signer.seals;
    return chance.integer(0, 1) === 0
      ? shown(other)
      : withParameter(shown(other), 'keyId', () => keyIdOf(other));
  }),
  mutation(
    'byte of the certificate changed, or its text cut',
    ['CERTIFICATE_INVALID'],
    (message, { chance }) =>
      withHeader(message, 'TPP-Signature-Certificate', (value) =>
        chance.oneOf([
          flippedBase64(value, chance),
          value.slice(0, chance.integer(0, value.length - 1)),
          `${value}${value}`,
          `${value}=`,
        ]),
      ),
  ),
  mutation('client certificate of another organisation', ['CERTIFICATE_INVALID'], (message, { signer }) => ({
    ...message,
    as: signer.otherClient,
  })),
];

export const mutations: readonly Mutation[] = [
  ...headerMutations,
  ...listMutations,
  ...bodyMutations,
  ...signatureMutations,
  ...keyIdMutations,
  ...certificateMutations,
];
