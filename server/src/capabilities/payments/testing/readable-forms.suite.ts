import {
  changed,
  changed09,
  document03,
  document09,
  orderedPayment,
  type ReadableDocument,
  read,
  withTransfers,
} from './pain001-documents.suite.ts';

const prefixed = (text: string, prefix: string): string =>
  changed(text, ['<Document xmlns=', `<${prefix}:Document xmlns:${prefix}=`]).replaceAll(
    /<(\/?)(?=[A-Z])/g,
    `<$1${prefix}:`,
  );
const paymentType =
  '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>INST</Cd></LclInstrm><CtgyPurp><Cd>SALA</Cd></CtgyPurp></PmtTpInf>';
const typeMembers = { serviceLevel: 'SEPA', localInstrument: 'INST', categoryPurposeCode: 'SALA' };

const forms: readonly ReadableDocument[] = [
  read('version 03', document03, orderedPayment),
  read('version 09', document09, orderedPayment),
  read('version 03 with a prefix', prefixed(document03, 'p'), orderedPayment),
  read('version 09 with a prefix', prefixed(document09, 'ns2'), orderedPayment),
  read('a byte order mark', `\uFEFF${document03}`, orderedPayment),
  read('no declaration', document09.slice(document09.indexOf('<Document')), orderedPayment),
  read('single quotes', document09.replaceAll('"', "'"), orderedPayment),
  read(
    'a location of its schema',
    changed(document09, [
      '<Document ',
      '<Document xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x x.xsd" ',
    ]),
    orderedPayment,
  ),
  read('no white space', document03.replaceAll(/>\s+</g, '><'), orderedPayment),
  read('line ends of Windows', document03.replaceAll('\n', '\r\n'), orderedPayment),
  read('a comment between elements', changed09(['<GrpHdr>', '<!-- header --><GrpHdr>']), orderedPayment),
  read(
    'white space around texts',
    changed09(['<Nm>Supplier</Nm>', '<Nm>\n  Supplier\t</Nm>'], ['>100.10<', '> 100.10 <']),
    orderedPayment,
  ),
  read('other scripts', changed09(['Supplier', 'Ελλάς Ωμέγα']), { creditorName: 'Ελλάς Ωμέγα' }),
  read('character references', changed09(['Supplier', 'M&#252;ller &amp; S&#xF6;hne']), {
    creditorName: 'Müller & Söhne',
  }),
  read('a character of four bytes', changed09(['Invoice 5', 'Gift 🎁']), {
    remittanceInformationUnstructured: 'Gift 🎁',
  }),
  read('a name of 140 characters of four bytes', changed09(['Supplier', '🎁'.repeat(140)]), {
    creditorName: '🎁'.repeat(140),
  }),
  read('a no-break space at the end', changed09(['Supplier', 'Supplier\u00A0']), {
    creditorName: 'Supplier\u00A0',
  }),
  read('ten transfers', withTransfers(10), orderedPayment),
];

const levels: readonly ReadableDocument[] = [
  read(
    'a payment type of the block',
    changed09(['<ReqdExctnDt>', `${paymentType}<ReqdExctnDt>`]),
    typeMembers,
  ),
  read('a payment type of the transfer', changed(document03, ['<Amt>', `${paymentType}<Amt>`]), typeMembers),
  read(
    'a service level of the sender',
    changed09(['<Amt>', '<PmtTpInf><SvcLvl><Prtry>FAST</Prtry></SvcLvl></PmtTpInf><Amt>']),
    { serviceLevel: undefined },
  ),
  read(
    'two service levels, version 09',
    changed09([
      '<Amt>',
      '<PmtTpInf><SvcLvl><Cd>URGP</Cd></SvcLvl><SvcLvl><Cd>G001</Cd></SvcLvl></PmtTpInf><Amt>',
    ]),
    { serviceLevel: 'URGP' },
  ),
  read('charges of the block', changed09(['</DbtrAgt>', '</DbtrAgt><ChrgBr>SLEV</ChrgBr>']), {
    chargeBearer: 'SLEV',
  }),
  read('charges of the transfer', changed09(['</Amt>', '</Amt><ChrgBr>SHAR</ChrgBr>']), {
    chargeBearer: 'SHAR',
  }),
  read(
    'an ultimate debtor of the block',
    changed09(['</DbtrAgt>', '</DbtrAgt><UltmtDbtr><Nm>Parent</Nm></UltmtDbtr>']),
    { ultimateDebtor: 'Parent' },
  ),
  read(
    'ultimate parties of the transfer',
    changed09(
      ['</Amt>', '</Amt><UltmtDbtr><Nm>Parent</Nm></UltmtDbtr>'],
      ['</CdtrAcct>', '</CdtrAcct><UltmtCdtr><Nm>Child</Nm></UltmtCdtr>'],
    ),
    { ultimateDebtor: 'Parent', ultimateCreditor: 'Child' },
  ),
  read('a purpose', changed09(['<RmtInf>', '<Purp><Cd>SALA</Cd></Purp><RmtInf>']), { purposeCode: 'SALA' }),
  read(
    'no bank of the debtor',
    changed(document03, ['<DbtrAgt><FinInstnId><BIC>PBNKDEFF</BIC></FinInstnId></DbtrAgt>', '']),
    orderedPayment,
  ),
  read(
    'a bank of the debtor without a BIC',
    changed(document03, ['<BIC>PBNKDEFF</BIC>', '<Othr><Id>NOTPROVIDED</Id></Othr>']),
    orderedPayment,
  ),
  read(
    'an error in the initiating party',
    changed(document03, [
      '<Nm>Third party</Nm>',
      '<Id><PrvtId><Othr><Id>1</Id><SchmeNm><Prptry>x</Prptry></SchmeNm></Othr></PrvtId></Id>',
    ]),
    orderedPayment,
  ),
  read(
    'contact details',
    changed09(['<Nm>Acme</Nm>', '<Nm>Acme</Nm><CtctDtls><Any><Thing/></Any></CtctDtls>']),
    orderedPayment,
  ),
  read(
    'supplementary data of another namespace',
    changed09(['</RmtInf>', '</RmtInf><SplmtryData><Envlp><x:Any xmlns:x="urn:x"/></Envlp></SplmtryData>']),
    orderedPayment,
  ),
  read(
    'elements without effect',
    changed(
      document03,
      ['<Cdtr>', '<CdtrAgtAcct><Id/></CdtrAgtAcct><Cdtr>'],
      ['<RmtInf>', '<InstrForCdtrAgt/><InstrForCdtrAgt/><RgltryRptg/><Tax/><RmtInf>'],
    ),
    orderedPayment,
  ),
];

const dates: readonly ReadableDocument[] = [
  read('a leap day', changed(document03, ['2026-11-16', '2028-02-29']), {
    requestedExecutionDate: '2028-02-29',
  }),
  read('a day in the past, which a product refuses', changed(document03, ['2026-11-16', '2020-01-01']), {
    requestedExecutionDate: '2020-01-01',
  }),
  read('a time of execution', changed09(['<Dt>2026-11-16</Dt>', '<DtTm>2026-11-16T08:00:00+01:00</DtTm>']), {
    requestedExecutionDate: undefined,
    requestedExecutionTime: '2026-11-16T08:00:00+01:00',
  }),
  read(
    'a creation time in UTC with milliseconds',
    changed09(['2026-11-15T10:00:00', '2026-11-15T10:00:00.123Z']),
    orderedPayment,
  ),
];

/** Documents that are read without a fault: forms of XML, levels, dates. */
export const readableForms: readonly ReadableDocument[] = [...forms, ...levels, ...dates];
