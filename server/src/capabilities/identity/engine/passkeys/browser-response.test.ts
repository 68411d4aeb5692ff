import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFromOwnPage, readCreation, readUse } from './browser-response.ts';

const id = randomBytes(32).toString('base64url');
const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
const useParts = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AQID' };
const creationParts = { clientDataJSON: 'e30', attestationObject: 'oA' };
const use = (parts: object, members: object = {}): string =>
  JSON.stringify({ ...credential, response: { ...useParts, ...parts }, ...members });
const creation = (parts: object, members: object = {}): string =>
  JSON.stringify({ ...credential, response: { ...creationParts, ...parts }, ...members });

describe('a response is read', () => {
  test('with its known members only', () => {
    expect(readUse(use({ userHandle: 'AQ', extra: 1 }, { extra: {} }))).toEqual({
      credentialId: id,
      clientData: 'e30',
      authenticatorData: 'AAAA',
      signature: 'AQID',
      userHandle: 'AQ',
    });
    expect(readCreation(creation({ transports: ['usb', 'telepathy', 'usb', 7] }))).toEqual({
      credentialId: id,
      clientData: 'e30',
      attestation: 'oA',
      transports: ['usb'],
    });
  });

  test.each([{}, { userHandle: null }])('without a user handle: %j', (parts) => {
    expect(readUse(use(parts))).toMatchObject({ credentialId: id, userHandle: undefined });
  });

  test('up to 16 kB, in bytes', () => {
    const room = 16 * 1024 - use({ extra: '' }).length;
    expect(readUse(use({ extra: 'x'.repeat(room) }))).toBeDefined();
    expect(readUse(use({ extra: 'x'.repeat(room + 1) }))).toBeUndefined();
    expect(readUse(use({ extra: 'é'.repeat(room / 2 + 1) }))).toBeUndefined();
  });
});

describe('malformed input is undefined', () => {
  test.each([
    '',
    ' ',
    'null',
    'true',
    '0',
    '"text"',
    '[]',
    '{}',
    '{',
    '[{}]',
    'undefined',
    '\0',
    '['.repeat(16_000),
    '{"a":'.repeat(3000),
    '{"__proto__":{"type":"public-key"}}',
    JSON.stringify({ ...credential, response: null }),
    JSON.stringify({ ...credential, response: [] }),
    JSON.stringify({ ...credential, response: 'e30' }),
    JSON.stringify(credential),
  ])('%#', (text) => {
    expect(readUse(text)).toBeUndefined();
    expect(readCreation(text)).toBeUndefined();
  });

  test.each([
    { type: 'password' },
    { type: undefined },
    { id: undefined },
    { rawId: undefined },
    { rawId: randomBytes(32).toString('base64url') },
    { id: `${id}=`, rawId: `${id}=` },
    { id: null, rawId: null },
    { id: 7, rawId: 7 },
    { id: '', rawId: '' },
    { id: 'AAAA', rawId: 'AAAA' },
    { id: [id], rawId: [id] },
  ])('in the credential: %j', (members) => {
    expect(readUse(use({}, members))).toBeUndefined();
    expect(readCreation(creation({}, members))).toBeUndefined();
  });

  const wrongBytes = [
    undefined,
    null,
    '',
    7,
    {},
    ['AAAA'],
    'AAAA=',
    'A',
    'AB',
    'AA==',
    'A+/A',
    ' AAAA',
    'AAAA\n',
  ];

  test.each(['clientDataJSON', 'authenticatorData', 'signature'])('in %s of a use', (name) => {
    for (const wrong of wrongBytes) expect(readUse(use({ [name]: wrong }))).toBeUndefined();
  });

  test.each(['clientDataJSON', 'attestationObject'])('in %s of a creation', (name) => {
    for (const wrong of wrongBytes) expect(readCreation(creation({ [name]: wrong }))).toBeUndefined();
  });

  test.each(['', 7, {}, false, 'AB', randomBytes(65).toString('base64url')])(
    'as a user handle: %j',
    (userHandle) => {
      expect(readUse(use({ userHandle }))).toBeUndefined();
    },
  );

  test.each([null, 'usb', {}, Array.from({ length: 17 }, () => 'usb')])('as transports: %j', (transports) => {
    expect(readCreation(creation({ transports }))).toBeUndefined();
  });

  test('of any kind does not throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readUse(text)).toBeUndefined();
        expect(readCreation(text)).toBeUndefined();
      }),
    );
  });
});

describe('a page', () => {
  const says = (clientData: string | Buffer): boolean =>
    isFromOwnPage(Buffer.from(clientData).toString('base64url'));

  test.each(['{}', '{"crossOrigin":false}', '{"other":1}'])('is our own with %s', (clientData) => {
    expect(says(clientData)).toBe(true);
  });

  test.each([
    '{"crossOrigin":true}',
    '{"crossOrigin":null}',
    '{"crossOrigin":0}',
    '{"crossOrigin":false,"crossOrigin":true}',
    '{"crossOrigin":false,"topOrigin":"https://bank.example"}',
    '{"topOrigin":null}',
    'null',
    '[]',
    '{',
    Buffer.from([0x7b, 0xff, 0x7d]),
  ])('is not with %s', (clientData) => {
    expect(says(clientData)).toBe(false);
  });
});
