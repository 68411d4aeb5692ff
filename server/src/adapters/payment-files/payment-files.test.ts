import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocuments, documentRulesDefault } from '#platform/documents/documents.ts';
import { seedOfRun } from '#platform/testing/mutants.ts';
import { XmlError } from '#platform/xml/xml-error.ts';
import { read } from './orders-reader.ts';
import { block, file, goldenBlocks, goldenTotals, transfer } from './pain001-files.suite.ts';
import { createPaymentFiles } from './payment-files.ts';

/** What a thread does with a file. */
function ordersIn(xml: string): ReturnType<typeof read> {
  try {
    return read(Buffer.from(xml));
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

const golden = file(goldenBlocks, { totals: goldenTotals });
const small = file([block([transfer()])]);

const acme = { scheme: 'iban', id: 'DE89370400440532013000' };

describe('a pain.001 file', () => {
  it.each(['pain.001.001.03', 'pain.001.001.09'])(
    'of version %s has its orders in the order of the file',
    (version) => {
      expect(ordersIn(file(goldenBlocks, { totals: goldenTotals, version }))).toEqual([
        {
          debtorAccount: acme,
          creditorAccount: { scheme: 'iban', id: 'NL91ABNA0417164300' },
          instructedAmount: { minor: 10_000n, currency: 'EUR' },
        },
        {
          debtorAccount: acme,
          creditorAccount: { scheme: 'bban', id: '12-34/5' },
          instructedAmount: { minor: 5n, currency: 'EUR' },
        },
        {
          debtorAccount: { scheme: 'other', id: 'ACC1' },
          creditorAccount: { scheme: 'other', id: '998877' },
          instructedAmount: { minor: 700n, currency: 'JPY' },
        },
      ]);
    },
  );

  it('may have a namespace prefix and a byte order mark', () => {
    const prefixed = small
      .replace('<Document xmlns=', '<p:Document xmlns:p=')
      .replaceAll(/<(\/?)(?!\?|p:)/g, '<$1p:');
    expect(ordersIn(prefixed)).toHaveLength(1);
    expect(ordersIn(`\ufeff${small}`)).toHaveLength(1);
  });

  it('has as many transfers as fit into a payload', () => {
    const many = file([block(Array.from({ length: 2_500 }, () => transfer()))]);
    expect(ordersIn(many)).toHaveLength(2_500);
  });
});

describe('a file is rejected', () => {
  it.each([
    ['of another version', file(goldenBlocks, { version: 'pain.001.001.11' })],
    ['of another message', small.replaceAll('CstmrCdtTrfInitn', 'CstmrDrctDbtInitn')],
    [
      'with a block of another namespace beside its own, which a namespace-unaware parser would execute',
      small.replace('<PmtInf>', '<x:PmtInf xmlns:x="urn:x"><x:PmtMtd>TRF</x:PmtMtd></x:PmtInf><PmtInf>'),
    ],
    [
      'with an element of another namespace deep inside',
      small.replace('</CdtTrfTxInf>', '<SplmtryData><x:Any xmlns:x="urn:x"/></SplmtryData></CdtTrfTxInf>'),
    ],
    ['without a namespace', small.replace(/ xmlns="[^"]*"/, '')],
    [
      'with a transfer of another namespace only',
      small.replace('<CdtTrfTxInf>', '<CdtTrfTxInf xmlns="urn:x">'),
    ],
    ['without transfers', file([block([])])],
    ['without blocks', file([])],
    ['without a group header', small.replace(/<GrpHdr>.*<\/GrpHdr>/, '')],
    ['with two messages', small.replace('</Document>', '<CstmrCdtTrfInitn/></Document>')],
    ['with a cheque', file([block([transfer()], { method: 'CHK' })])],
    ['with the wrong number of transfers', file([block([transfer()])], { totals: '<NbOfTxs>2</NbOfTxs>' })],
    ['with an invalid number', file([block([transfer()])], { totals: '<NbOfTxs>1.0</NbOfTxs>' })],
    ['with the wrong control sum', file([block([transfer()])], { totals: '<CtrlSum>100.01</CtrlSum>' })],
    ['with a wrong block', file([block([transfer()], { totals: '<CtrlSum>1</CtrlSum>' })])],
    [
      'with two control sums',
      file([block([transfer()])], { totals: '<CtrlSum>100</CtrlSum><CtrlSum>1</CtrlSum>' }),
    ],
  ])('%s', (_, xml) => {
    expect(ordersIn(xml)).toBeUndefined();
  });

  it.each([
    '<InstdAmt Ccy="EUR">100.005</InstdAmt>',
    '<InstdAmt Ccy="JPY">100.5</InstdAmt>',
    '<InstdAmt Ccy="XXY">100</InstdAmt>',
    '<InstdAmt>100</InstdAmt>',
    '<InstdAmt Ccy="EUR">-1</InstdAmt>',
    '<InstdAmt Ccy="EUR">1e3</InstdAmt>',
    '<InstdAmt Ccy="EUR">1<!-- -->00</InstdAmt>',
    '<InstdAmt Ccy="EUR">1<b/>00</InstdAmt>',
    '<InstdAmt Ccy="EUR">1</InstdAmt><InstdAmt Ccy="EUR">2</InstdAmt>',
    '<InstdAmt Ccy="EUR">1</InstdAmt><EqvtAmt><Amt Ccy="USD">2</Amt><CcyOfTrf>EUR</CcyOfTrf></EqvtAmt>',
    '<EqvtAmt><Amt Ccy="USD">2</Amt><CcyOfTrf>EUR</CcyOfTrf></EqvtAmt>',
    '<i:InstdAmt xmlns:i="urn:x" Ccy="EUR">1</i:InstdAmt>',
    '<InstdAmt xmlns:i="urn:x" i:Ccy="EUR">1</InstdAmt>',
    '',
  ])('with the amount %s', (amount) => {
    expect(ordersIn(file([block([transfer({ amount })])]))).toBeUndefined();
  });

  it.each([
    '<IBAN>DE89370400440532013000</IBAN><Othr><Id>1</Id></Othr>',
    '<IBAN>DE89</IBAN>',
    '<IBAN>DE89 3704 0044 0532 0130 00</IBAN>',
    '<Othr><Id></Id></Othr>',
    '<Othr><Id>a b</Id></Othr>',
    '<Othr><Id>1</Id><Id>2</Id></Othr>',
    '',
  ])('with the account %s', (account) => {
    expect(ordersIn(file([block([transfer({ creditor: account })])]))).toBeUndefined();
    expect(ordersIn(file([block([transfer()], { debtor: account })]))).toBeUndefined();
  });

  it.each([
    ['a document type', small.replace('<Document', '<!DOCTYPE Document [<!ENTITY x "1">]><Document')],
    ['an instruction', small.replace('<GrpHdr>', '<?p ?><GrpHdr>')],
    ['another encoding', small.replace('UTF-8', 'UTF-7')],
    ['depth', small.replace('<GrpHdr>', `<GrpHdr>${'<a>'.repeat(70)}${'</a>'.repeat(70)}`)],
    ['no XML', 'pain.001.001.09'],
  ])('with %s', (_, xml) => {
    expect(ordersIn(xml)).toBeUndefined();
  });
});

describe('the port', { timeout: 60_000 }, () => {
  const documents = createDocuments({ ...documentRulesDefault, waitMaxMs: 60_000, timeLimitMs: 60_000 });
  const files = createPaymentFiles(documents);
  afterAll(() => documents.close());

  it('reads a file in a thread as the reader does', async () => {
    await expect(files.ordersIn(golden, '1')).resolves.toEqual(ordersIn(golden));
  });

  it.each([
    ['hostile', small.replace('<Document', '<!DOCTYPE Document><Document')],
    ['not pain.001', '<a/>'],
    ['too large', small.replaceAll('\n', `\n${' '.repeat(9_000)}\n`.repeat(30))],
  ])('has no orders of a file that is %s', async (_, xml) => {
    await expect(files.ordersIn(xml, '1')).resolves.toBeUndefined();
  });
});

describe('mutants of a file', () => {
  const splice = fc.record({
    at: fc.nat(),
    cut: fc.nat({ max: 40 }),
    put: fc.oneof(
      fc.string({ maxLength: 6, unit: 'binary' }),
      fc.constantFrom(
        '<',
        '>',
        '"',
        '</Id>',
        '<Id>',
        '<![CDATA[',
        ']]>',
        '&#0;',
        '<?p ?>',
        '<!-- -->',
        '\0',
        '9',
      ),
    ),
  });

  it('are parsed or rejected, and never throw', { timeout: 60_000 }, () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(splice, { minLength: 1, maxLength: 3 }), (cuts) => {
        const mutant = cuts.reduce((text, { at, cut, put }) => {
          const from = at % text.length;
          return text.slice(0, from) + put + text.slice(from + cut);
        }, golden);
        if (ordersIn(mutant) !== undefined) found += 1;
      }),
      { seed: seedOfRun(), numRuns: 3_000 },
    );
    expect(found).toBeGreaterThan(0);
  });
});
