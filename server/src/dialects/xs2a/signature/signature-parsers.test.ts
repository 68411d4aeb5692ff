import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import { randomRuns } from '#platform/testing/random-runs.ts';
import { checkDigest } from './digest-header.ts';
import { isSameName } from './distinguished-name.ts';
import { readSignatureHeader } from './signature-header.ts';

/** Returns the text that a developer reads, or throws what is not a problem. */
function refusalOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return textIn(error);
  }
  return 'accepted';
}

/** The same for a digest of no bytes. */
async function digestRefusal(value: string): Promise<string> {
  try {
    await checkDigest(value, Buffer.alloc(0));
  } catch (error) {
    return textIn(error);
  }
  return 'accepted';
}

function textIn(error: unknown): string {
  if (error instanceof Problem) return error.more.fieldErrors?.[0]?.message ?? '';
  throw error;
}

const seed = 20_260_716;
const good = 'keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="digest x-request-id",signature="YWJj"';

describe('the Signature header', () => {
  test('is read into its four parameters', () => {
    expect(readSignatureHeader(good)).toEqual({
      keyId: 'SN=1,CA=CN=x',
      algorithm: 'rsa-sha256',
      headers: ['digest', 'x-request-id'],
      signature: Buffer.from('abc'),
    });
  });

  test.each([
    ['', 'parameter 1 is not of the form name="value"'],
    [`Signature ${good}`, 'parameter 1 is not of the form name="value"'],
    [`${good},`, 'parameter 5 is not of the form name="value"'],
    [good.replaceAll('"', ''), 'parameter 1 is not of the form'],
    [good.replaceAll('"', "'"), 'parameter 1 is not of the form'],
    [good.replace('algorithm=', 'algorithm = '), 'parameter 2 is not of the form'],
    [`${good};created=1`, 'parameter 4 is not of the form'],
    [`${good},keyId="SN=2,CA=CN=x"`, 'parameter keyId occurs twice'],
    [`${good},created="1"`, 'parameter created is not known'],
    [`${good},KEYID="1"`, 'parameter KEYID is not known'],
    [`${good},<script>="1"`, 'parameter with another name is not known'],
    [good.replace('algorithm="rsa-sha256",', ''), 'parameter algorithm is missing'],
    [good.replace('YWJj', 'YWJ'), 'must be base64 with padding'],
    [good.replace('YWJj', 'YWJjZA='), 'must be base64 with padding'],
    [good.replace('YWJj', 'YWJ*'), 'must be base64 with padding'],
    [good.replace('YWJj', ''), 'must be base64 with padding'],
    [good.replace('digest x', 'digest  x'), 'header names with one blank between them'],
    [good.replace('digest x', ' digest x'), 'header names with one blank between them'],
    [good.replace('digest x-request-id', ''), 'header names with one blank between them'],
    [good.replace('digest ', '(created) '), 'header names with one blank between them'],
    [good.replace('digest ', 'digest: '), 'header names with one blank between them'],
    [good.replace('digest ', 'digest Digest '), 'parameter headers names digest twice'],
    [good.replace('SN=1', 'S'.repeat(4_096)), 'more than 4096 characters'],
  ])('%j is refused', (value, text) => {
    expect(refusalOf(() => readSignatureHeader(value))).toContain(text);
  });

  test('of any text is read or refused', () => {
    const piece = fc.constantFrom(
      'keyId',
      '=',
      '"',
      ',',
      '\\',
      ' ',
      'headers',
      'signature',
      'algorithm',
      'YQ==',
      'ü',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (value) => {
        expect(refusalOf(() => readSignatureHeader(value))).toMatch(
          /^(?:accepted|The Signature header cannot be read)/,
        );
      }),
      { seed, numRuns: randomRuns(5_000) },
    );
  });
});

describe('the Digest header', () => {
  const sha256 = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
  const sha512 =
    'SHA-512=z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==';

  test.each([
    sha256,
    sha512,
    `${sha256},${sha512}`,
    `${sha512} , ${sha256}`,
    sha256.replace('SHA', 'sha'),
    `MD5=AAAA,${sha256}`,
  ])('%s matches no bytes', async (value) => {
    await expect(digestRefusal(value)).resolves.toBe('accepted');
  });

  test.each([
    ['', 'a value is not a name'],
    ['SHA-256', 'a value is not a name'],
    ['SHA-256=', 'a value is not a name'],
    [sha256.slice(0, -1), 'a value is not a name'],
    [`${sha256},`, 'a value is not a name'],
    ['MD5=AAAA', 'neither SHA-256 nor SHA-512'],
    [`${sha256},${sha256}`, 'names an algorithm twice'],
    [`${sha256},${sha256.replace('SHA', 'sha')}`, 'names an algorithm twice'],
    ['A=AAAA,B=AAAA,C=AAAA,D=AAAA,E=AAAA', 'more than 4 values'],
    [`SHA-256=${'A'.repeat(600)}`, 'more than 512 characters'],
    ['SHA-256=AAAA', 'does not match the empty body'],
    [`${sha256},SHA-512=AAAA`, 'does not match the empty body, which has SHA-512='],
  ])('%s is refused', async (value, text) => {
    await expect(digestRefusal(value)).resolves.toContain(text);
  });
});

describe('a distinguished name', () => {
  const name = 'CN=D-TRUST CA 2-1 2015,2.5.4.97=NTRDE-HRB74346,O=D-Trust GmbH\\, Köln,C=DE';

  test.each([
    'CN=D-TRUST%20CA%202-1%202015,organizationIdentifier=NTRDE-HRB74346,O=D-Trust%20GmbH%2C%20K%C3%B6ln,C=DE',
    'C=DE, O=D-Trust GmbH, K%C3%B6ln, OID.2.5.4.97=#0c0e4e545244452d48524237343334 36, CN=D-TRUST CA 2-1 2015'.replace(
      '34 36',
      '3436',
    ),
    'C=de;O="D-Trust GmbH, K\\C3\\B6ln";2.5.4.97=ntrde-hrb74346;CN=d-trust  ca 2-1 2015',
    'CN=D-TRUST CA 2-1 2015+C=DE,O=D-Trust GmbH\\2C K%C3%B6ln,2.5.4.97=NTRDE-HRB74346',
  ])('%s is the same', (sent) => {
    expect(isSameName(sent, name)).toBe(true);
  });

  test.each([
    '',
    'D-Trust',
    'CN=D-TRUST CA 2-1 2015',
    `${name},C=DE`,
    `${name},OU=x`,
    'CN=D-TRUST CA 2-1 2015,2.5.4.97=NTRDE-HRB74346,O=D-Trust GmbH,C=DE',
    'O=D-TRUST CA 2-1 2015,2.5.4.97=NTRDE-HRB74346,CN=D-Trust GmbH\\, Köln,C=DE',
    'CN=D-TRUST CA 2-1 2015,2.5.4.97=NTRDE-HRB74347,O=D-Trust GmbH%2C K%C3%B6ln,C=DE',
    'CN=D-TRUST CA 2-1 2015"\n"2.5.4.97=NTRDE-HRB74346,O=D-Trust GmbH%2C K%C3%B6ln,C=DE',
  ])('%s is another', (sent) => {
    expect(isSameName(sent, name)).toBe(false);
  });

  test('is compared without an exception and in bounded time, whatever was sent', () => {
    const piece = fc.constantFrom('CN=', ',', '\\', '%C3', '#0c01', '"', ' ', '=', '+', 'a', '2.5.4.97=');
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 300 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (sent) => {
        expect(isSameName(sent, name)).toBe(false);
      }),
      { seed, numRuns: randomRuns(5_000) },
    );
  });
});
