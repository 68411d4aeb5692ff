import { hostileDocuments } from '#platform/xml/hostile-documents.suite.ts';
import {
  block,
  changed,
  changed09,
  document03,
  document09,
  type FaultyDocument,
  faulty,
  message,
  transfer,
  withTransfers,
} from './pain001-documents.suite.ts';

const xml = (name: string, document: string | Uint8Array, text: string): FaultyDocument => ({
  name,
  document,
  faults: [['', 'malformed']],
  text,
});

const hostile: readonly FaultyDocument[] = [
  xml(
    'an external entity',
    changed09(
      ['<Document', '<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document'],
      ['Supplier', '&x;'],
    ),
    'document type',
  ),
  xml('an element that is not closed, in line 21', changed(document03, ['</CdtrAcct>', '']), 'line 21'),
  xml('UTF-16 with a byte order mark', Buffer.from(`\uFEFF${document03}`, 'utf16le'), 'UTF-8'),
  xml('a declared Latin-1', changed(document03, ['UTF-8', 'ISO-8859-1']), 'UTF-8'),
  xml(
    'Latin-1 without a declaration',
    Buffer.from(changed(document03, ['Supplier', 'Müller']), 'latin1'),
    'UTF-8',
  ),
  xml('a comment within an amount', changed09(['100.10', '100<!-- -->.10']), 'comment'),
  xml('a CDATA section', changed09(['Supplier', '<![CDATA[Supplier]]>']), 'CDATA'),
  xml('an instruction', changed09(['<GrpHdr>', '<?x ?><GrpHdr>']), 'instruction'),
  xml('faults before the end is missing', changed09(['TRF', 'CHK'], ['</Document>', '']), 'not well-formed'),
  xml('nothing', '', 'line 1'),
  xml('JSON', '{"instructedAmount":{}}', 'not well-formed'),
  ...hostileDocuments.map(({ bytes, name }) => xml(`XML: ${name}`, bytes, 'XML, line')),
];

const namespaces = 'pain.001.001.03 or urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const document = (name: string, text: string, options = {}): FaultyDocument => ({
  name,
  document: text,
  options,
  faults: [['Document', 'enum']],
  text: 'pain.001.001.',
});

const messages: readonly FaultyDocument[] = [
  {
    ...document('version 13', changed(document03, ['001.001.03', '001.001.13'])),
    text: namespaces,
  },
  document('a national variant', changed(document03, ['pain.001.001.03', 'pain.001.003.03'])),
  document('version 03 where it has ended', document03, { acceptedVersions: ['09'] }),
  document(
    'no namespace',
    changed(document03, [' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"', '']),
  ),
  document('another root', document03.replaceAll('Document', 'Message')),
  document('another message', changed(document03, ['pain.001.001.03', 'pain.008.001.02'])),
  faulty(
    'no message',
    changed(document03, [
      document03.slice(document03.indexOf('<CstmrCdtTrfInitn>'), document03.indexOf('</Document>')),
      '',
    ]),
    [
      [message, 'required'],
      [`${message}/GrpHdr`, 'required'],
      [`${message}/PmtInf`, 'required'],
    ],
  ),
  faulty(
    'another message in the right namespace',
    document03.replaceAll('CstmrCdtTrfInitn', 'CstmrDrctDbtInitn'),
    [
      ['Document/CstmrDrctDbtInitn', 'unknown-field'],
      [message, 'required'],
      [`${message}/GrpHdr`, 'required'],
      [`${message}/PmtInf`, 'required'],
    ],
  ),
  faulty('two messages', changed(document03, ['</Document>', '<CstmrCdtTrfInitn/></Document>']), [
    [`${message}[2]`, 'duplicate'],
  ]),
  faulty('a block of another namespace', changed09(['<PmtInf>', '<x:PmtInf xmlns:x="urn:x"/><PmtInf>']), [
    [block, 'unknown-field'],
  ]),
  faulty(
    'a transfer of the other version',
    changed09([
      '</CdtTrfTxInf>',
      '</CdtTrfTxInf><x:CdtTrfTxInf xmlns:x="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"/>',
    ]),
    [[`${block}/CdtTrfTxInf[2]`, 'unknown-field']],
  ),
  faulty(
    'an amount of another namespace',
    changed09([
      '<InstdAmt Ccy="EUR">100.10</InstdAmt>',
      '<x:InstdAmt xmlns:x="urn:x" Ccy="EUR">100.10</x:InstdAmt>',
    ]),
    [
      [`${transfer}/Amt/InstdAmt`, 'unknown-field'],
      [`${transfer}/Amt`, 'combination-required'],
    ],
  ),
  {
    ...faulty('more transfers than allowed', withTransfers(4), [[`${block}/CdtTrfTxInf[4]`, 'too-many']]),
    options: { maxTransfers: 3 },
  },
];

const missing: readonly FaultyDocument[] = [
  ...[
    ['<MsgId>M-1</MsgId>', 'GrpHdr/MsgId'],
    ['<CreDtTm>2026-11-15T10:00:00</CreDtTm>', 'GrpHdr/CreDtTm'],
    ['<NbOfTxs>1</NbOfTxs>', 'GrpHdr/NbOfTxs'],
    ['<InitgPty><Nm>Third party</Nm></InitgPty>', 'GrpHdr/InitgPty'],
    ['<PmtInfId>P-1</PmtInfId>', 'PmtInf[1]/PmtInfId'],
    ['<PmtMtd>TRF</PmtMtd>', 'PmtInf[1]/PmtMtd'],
    ['<ReqdExctnDt><Dt>2026-11-16</Dt></ReqdExctnDt>', 'PmtInf[1]/ReqdExctnDt'],
    ['<Dbtr><Nm>Acme</Nm></Dbtr>', 'PmtInf[1]/Dbtr'],
    ['<DbtrAcct><Id><IBAN>DE02100100109307118603</IBAN></Id></DbtrAcct>', 'PmtInf[1]/DbtrAcct'],
    ['<EndToEndId>E2E-1</EndToEndId>', 'PmtInf[1]/CdtTrfTxInf[1]/PmtId/EndToEndId'],
  ].map(([part = '', path = '']) =>
    faulty(`no ${path}`, changed09([part, '']), [[`${message}/${path}`, 'required']]),
  ),
  faulty('no amount', changed09(['<Amt><InstdAmt Ccy="EUR">100.10</InstdAmt></Amt>', '']), [
    [`${transfer}/Amt`, 'required'],
  ]),
  faulty('no header', document09.replace(/<GrpHdr>[^]*<\/GrpHdr>/, ''), [[`${message}/GrpHdr`, 'required']]),
  faulty('no transfer', document09.replace(/<CdtTrfTxInf>[^]*<\/CdtTrfTxInf>/, ''), [
    [`${block}/CdtTrfTxInf`, 'required'],
    [`${message}/GrpHdr/NbOfTxs`, 'mismatch'],
    [`${message}/GrpHdr/CtrlSum`, 'mismatch'],
  ]),
  faulty('no block', document09.replace(/<PmtInf>[^]*<\/PmtInf>/, ''), [
    [`${message}/PmtInf`, 'required'],
    [`${message}/GrpHdr/NbOfTxs`, 'mismatch'],
    [`${message}/GrpHdr/CtrlSum`, 'mismatch'],
  ]),
];

const structure: readonly FaultyDocument[] = [
  faulty('an element twice', changed09(['<Nm>Supplier</Nm>', '<Nm>Supplier</Nm><Nm>Other</Nm>']), [
    [`${transfer}/Cdtr/Nm[2]`, 'duplicate'],
  ]),
  faulty(
    'two headers',
    changed09([
      '<GrpHdr>',
      '<GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-11-15T10:00:00</CreDtTm><NbOfTxs>1</NbOfTxs><InitgPty/></GrpHdr><GrpHdr>',
    ]),
    [[`${message}/GrpHdr[2]`, 'duplicate']],
  ),
  faulty('two amounts', changed09(['</InstdAmt>', '</InstdAmt><InstdAmt Ccy="EUR">1</InstdAmt>']), [
    [`${transfer}/Amt/InstdAmt[2]`, 'duplicate'],
  ]),
  faulty('an unknown element', changed09(['<Cdtr>', '<Urgent>yes</Urgent><Cdtr>']), [
    [`${transfer}/Urgent`, 'unknown-field'],
  ]),
  faulty('an unknown element in an address', changed09(['<TwnNm>', '<City>x</City><TwnNm>']), [
    [`${transfer}/Cdtr/PstlAdr/City`, 'unknown-field'],
  ]),
  faulty('an unknown attribute', changed09(['Ccy="EUR"', 'Ccy="EUR" Rate="1"']), [
    [`${transfer}/Amt/InstdAmt/@Rate`, 'unknown-field'],
  ]),
  faulty('an attribute of an element with elements', changed09(['<PmtInf>', '<PmtInf Id="1">']), [
    [`${block}/@Id`, 'unknown-field'],
  ]),
  faulty(
    'elements in another order',
    changed09([
      '<PmtInfId>P-1</PmtInfId><PmtMtd>TRF</PmtMtd>',
      '<PmtMtd>TRF</PmtMtd><PmtInfId>P-1</PmtInfId>',
    ]),
    [[`${block}/PmtInfId`, 'malformed']],
  ),
  faulty(
    'an address in another order',
    changed09([
      '<StrtNm>Main Street</StrtNm><TwnNm>Utrecht</TwnNm>',
      '<TwnNm>Utrecht</TwnNm><StrtNm>Main Street</StrtNm>',
    ]),
    [[`${transfer}/Cdtr/PstlAdr/StrtNm`, 'malformed']],
  ),
  faulty('a text instead of elements', changed09(['<Ustrd>Invoice 5</Ustrd>', 'Invoice 5']), [
    [`${transfer}/RmtInf`, 'type'],
  ]),
  faulty('elements instead of a text', changed09(['<Nm>Supplier</Nm>', '<Nm>Supp<b>li</b>er</Nm>']), [
    [`${transfer}/Cdtr/Nm/b`, 'unknown-field'],
  ]),
  faulty(
    'an account by two names',
    changed09(['NL76RABO0359400371</IBAN>', 'NL76RABO0359400371</IBAN><Othr><Id>1</Id></Othr>']),
    [[`${transfer}/CdtrAcct/Id`, 'combination-not-allowed']],
  ),
  faulty('an account without a name', changed09(['<IBAN>NL76RABO0359400371</IBAN>', '']), [
    [`${transfer}/CdtrAcct/Id`, 'combination-required'],
  ]),
  faulty(
    'eight lines of an address',
    changed09(['<Ctry>NL</Ctry>', `<Ctry>NL</Ctry>${'<AdrLine>x</AdrLine>'.repeat(8)}`]),
    [[`${transfer}/Cdtr/PstlAdr/AdrLine[8]`, 'too-many']],
  ),
  faulty('two faults in one document', changed09(['Acme', 'x'.repeat(141)], ['>RABONL2U<', '>rabo<']), [
    [`${block}/Dbtr/Nm`, 'too-long'],
    [`${transfer}/CdtrAgt/FinInstnId/BICFI`, 'pattern'],
  ]),
];

/** Documents that are not XML, not the right message, or not built as the schema says. */
export const faultyStructure: readonly FaultyDocument[] = [...hostile, ...messages, ...missing, ...structure];
