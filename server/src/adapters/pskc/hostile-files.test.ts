import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { seedOfRun } from '#platform/testing/mutants.ts';
import { depthMax } from '#platform/xml/xml-scan.ts';
import { fileMaxBytes } from '#platform/xml/xml-text.ts';
import { PskcError } from './pskc-error.ts';
import { containerOf, figure2, figure3, figure5, figure6, figure7, figure10 } from './pskc-figures.suite.ts';
import { readPskc } from './read-pskc.ts';
import type { TransportKey } from './value-protection.ts';

const none: TransportKey = { kind: 'none' };

function refusal(bytes: Uint8Array, transport: TransportKey = none): string {
  try {
    readPskc(bytes, transport);
    return 'read';
  } catch (error) {
    if (!(error instanceof PskcError)) throw error;
    return error.reason;
  }
}
const rejectionOf = (text: string): string => refusal(Buffer.from(text));

const withoutDeclaration = figure2.replace(/^<\?xml[^>]*>\n/, '');
const littleEndian = (text: string): Buffer => Buffer.from(text, 'utf16le');
const bigEndian = (text: string): Buffer => littleEndian(text).swap16();

const entities = '<!DOCTYPE KeyContainer [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
const laughs = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from(
  { length: 10 },
  (_, index) => `<!ENTITY a${index} "${`&a${index === 0 ? '' : index - 1};`.repeat(10)}">`,
).join('')}]>`;

describe('a document type', () => {
  test.each([
    ['with an external entity', `${entities}${withoutDeclaration.replace('Issuer-A', '&x;')}`],
    ['that explodes', `${laughs}${withoutDeclaration.replace('Issuer-A', '&a9;')}`],
    ['written small', `<!doctype KeyContainer>${withoutDeclaration}`],
    ['after a comment', `<!-- first -->${entities}${withoutDeclaration}`],
    ['within a comment', `<!-- ${entities} -->${withoutDeclaration}`],
    ['after the container', `${withoutDeclaration}${entities}`],
    ['that is incomplete', `<!DOC${withoutDeclaration}`],
  ])('%s is rejected, in any encoding', (_, text) => {
    expect(refusal(Buffer.from(text))).toBe('doctype');
    expect(refusal(Buffer.from(`\ufeff${text}`))).toBe('doctype');
    expect(refusal(littleEndian(text))).toBe('doctype');
    expect(refusal(littleEndian(`\ufeff${text}`))).toBe('doctype');
    expect(refusal(bigEndian(text))).toBe('doctype');
    expect(refusal(bigEndian(`\ufeff${text}`))).toBe('doctype');
  });
});

describe('an encoding', () => {
  test('of two bytes is supported', () => {
    const declared = `<?xml version="1.0" encoding="UTF-16"?>${withoutDeclaration}`;
    for (const bytes of [littleEndian(`\ufeff${declared}`), bigEndian(`\ufeff${declared}`)])
      expect(readPskc(bytes, none).keys).toHaveLength(1);
    expect(readPskc(littleEndian(withoutDeclaration), none).keys).toHaveLength(1);
    expect(readPskc(Buffer.from(`\ufeff${figure2}`), none).keys).toHaveLength(1);
  });

  test.each([
    ['that is not the declared one', Buffer.from(figure2.replace('UTF-8', 'UTF-16'))],
    ['that hides characters', Buffer.from(figure2.replace('UTF-8', 'UTF-7'))],
    ['of another alphabet', Buffer.from(figure2.replace('UTF-8', 'IBM037'))],
    ['that is invalid', Buffer.from([...Buffer.from(figure2), 0xff])],
    ['of four bytes', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])],
    ['with a zero', Buffer.from(figure2.replace('Issuer-A', 'Issuer\0A'))],
  ])('%s is rejected', (_, bytes) => {
    expect(refusal(bytes)).toBe('encoding');
  });
});

describe('an excessive file', () => {
  const nested = (depth: number): string =>
    containerOf(`<KeyPackage>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</KeyPackage>`);

  test('is rejected when it is too large', () => {
    expect(refusal(Buffer.alloc(fileMaxBytes + 1, ' '))).toBe('too-large');
  });

  test('is rejected when it is nested too deeply, at any depth', () => {
    expect(rejectionOf(nested(depthMax - 2))).toBe('no-key');
    expect(rejectionOf(nested(depthMax - 1))).toBe('too-deep');
    expect(rejectionOf(nested(1_000_000))).toBe('too-deep');
  });

  test('cannot hide its depth behind quotes, comments or short tags', () => {
    const tricky = `<a x=">" y='/>'><!-- </a> --><![CDATA[</a>]]><b/>`;
    expect(rejectionOf(containerOf(tricky.repeat(70), '</a>'.repeat(70)))).toBe('too-deep');
  });

  test('is rejected when it has too many markers or an unclosed tag', () => {
    expect(rejectionOf('<a/>'.repeat(2_000_001))).toBe('too-many-marks');
    expect(rejectionOf(`<a ${'x'.repeat(20_000)}>`)).toBe('not-well-formed');
  });

  test('is rejected when one text is too long', () => {
    expect(rejectionOf(figure2.replace('Issuer-A', 'A'.repeat(20_000)))).toBe('value');
  });
});

describe('an invalid file', () => {
  test.each([
    ['not-well-formed', ''],
    ['not-well-formed', 'keys'],
    ['not-well-formed', '<KeyContainer>'],
    ['not-well-formed', figure2.slice(0, -20)],
    ['not-well-formed', figure2.replace('</Issuer>', '')],
    ['not-well-formed', figure2.replace('Issuer-A', '&undeclared;')],
    ['not-well-formed', `${figure2}<KeyContainer/>`],
    ['not-pskc', '<KeyContainer/>'],
    ['not-pskc', figure2.replace('keyprov:pskc"', 'keyprov:other"')],
    ['not-pskc', figure2.replace('Version="1.0"', 'Version="2.0"')],
    ['no-key', containerOf('')],
    ['instruction', containerOf('<?p ?>')],
    ['value', figure2.replace('Issuer-A', 'Issuer<!-- -->A')],
  ])('is %s', (reason, text) => {
    expect(rejectionOf(text)).toBe(reason);
  });

  test('is not quoted in the error', () => {
    const hidden = figure2.replace('MTIzNA==', 'MTIzNA=< geheim');
    expect(() => readPskc(Buffer.from(hidden), none)).toThrow(
      /^PSKC file rejected: not-well-formed, line \d+$/,
    );
  });
});

describe('mutants', () => {
  const transports: readonly (readonly [string, TransportKey])[] = [
    [figure3, none],
    [figure5, none],
    [figure10, none],
    [
      figure6,
      { kind: 'pre-shared-key', key: new Secret(Buffer.from('12345678901234567890123456789012', 'hex')) },
    ],
    [figure7, { kind: 'passphrase', passphrase: new Secret('qwerty') }],
  ];
  const splice = fc.record({
    at: fc.nat(),
    cut: fc.nat({ max: 40 }),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(
          '<',
          '>',
          '"',
          '<?p ?>',
          '<!-- -->',
          '</Key>',
          '<Key>',
          '<![CDATA[',
          ']]>',
          '&lt;',
          '&#0;',
          'xmlns="x"',
          '=',
          '\0',
        )
        .map((text) => Buffer.from(text)),
    ),
  });

  test('are parsed or rejected with a PskcError, never anything else', { timeout: 60_000 }, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(...transports),
        fc.array(splice, { minLength: 1, maxLength: 4 }),
        (given, cuts) => {
          const [figure, transport] = given;
          const mutant = cuts.reduce((bytes, { at, cut, put }) => {
            const from = at % bytes.length;
            return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)]);
          }, Buffer.from(figure));
          seen.add(refusal(mutant, transport));
        },
      ),
      { seed: seedOfRun(), numRuns: 2_000 },
    );
    expect(seen.size).toBeGreaterThan(5);
  });
});
