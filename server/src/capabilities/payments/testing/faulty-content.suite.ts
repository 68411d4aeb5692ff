import {
  block,
  changed,
  changed09,
  document03,
  type FaultyDocument,
  faulty,
  message,
  transfer,
  withTransfers,
} from './pain001-documents.suite.ts';

const header = `${message}/GrpHdr`;
const executionDate = '<ReqdExctnDt><Dt>2026-11-16</Dt></ReqdExctnDt>';
const strd = (inner: string): string => changed09(['<Ustrd>Invoice 5</Ustrd>', inner]);
const long = 'x'.repeat(35);

const totals: readonly FaultyDocument[] = [
  faulty('another number of transfers', changed(document03, ['<NbOfTxs>1<', '<NbOfTxs>2<']), [
    [`${header}/NbOfTxs`, 'mismatch'],
  ]),
  faulty('a number that is none', changed(document03, ['<NbOfTxs>1<', '<NbOfTxs>1.0<']), [
    [`${header}/NbOfTxs`, 'pattern'],
  ]),
  faulty('another control sum', changed(document03, ['>100.1<', '>100.11<']), [
    [`${header}/CtrlSum`, 'mismatch'],
  ]),
  faulty('a control sum with an exponent', changed(document03, ['>100.1<', '>1e2<']), [
    [`${header}/CtrlSum`, 'pattern'],
  ]),
  faulty(
    'a control sum that differs in the last digit',
    changed(document03, ['>100.1<', '>100.10000000000000001<']),
    [[`${header}/CtrlSum`, 'mismatch']],
  ),
  faulty(
    'totals of the block that differ',
    changed09([executionDate, `<NbOfTxs>3</NbOfTxs><CtrlSum>1</CtrlSum>${executionDate}`]),
    [
      [`${block}/NbOfTxs`, 'mismatch'],
      [`${block}/CtrlSum`, 'mismatch'],
    ],
  ),
  faulty(
    'a number of all transfers in one block',
    changed(withTransfers(3), ['<ReqdExctnDt>', '<NbOfTxs>2</NbOfTxs><ReqdExctnDt>']),
    [[`${block}/NbOfTxs`, 'mismatch']],
  ),
];

const amounts: readonly FaultyDocument[] = [
  ...['-1', '+1', '1,50', '1e3', '', '1.123456', '1234567890123456789', '.5', '100.'].map((amount) =>
    faulty(`the amount ${JSON.stringify(amount)}`, changed09(['>100.10<', `>${amount}<`]), [
      [`${transfer}/Amt/InstdAmt`, 'pattern'],
    ]),
  ),
  faulty('no currency', changed09([' Ccy="EUR"', '']), [[`${transfer}/Amt/InstdAmt/@Ccy`, 'required']]),
  faulty('a currency in lower case', changed09(['"EUR"', '"eur"']), [
    [`${transfer}/Amt/InstdAmt/@Ccy`, 'pattern'],
  ]),
  faulty('a currency of another namespace', changed09([' Ccy="EUR"', ' xmlns:x="urn:x" x:Ccy="EUR"']), [
    [`${transfer}/Amt/InstdAmt/@Ccy`, 'required'],
  ]),
  faulty(
    'an amount to be converted',
    changed09([
      '<InstdAmt Ccy="EUR">100.10</InstdAmt>',
      '<EqvtAmt><Amt Ccy="USD">1</Amt><CcyOfTrf>EUR</CcyOfTrf></EqvtAmt>',
    ]),
    [[`${transfer}/Amt/EqvtAmt`, 'unknown-field']],
  ),
  faulty(
    'an exchange rate',
    changed09(['</Amt>', '</Amt><XchgRateInf><XchgRate>1.1</XchgRate></XchgRateInf>']),
    [[`${transfer}/XchgRateInf`, 'unknown-field']],
  ),
  faulty('a cheque', changed09(['</Amt>', '</Amt><ChqInstr/>']), [[`${transfer}/ChqInstr`, 'unknown-field']]),
  faulty('payment by cheque', changed09(['TRF', 'CHK']), [[`${block}/PmtMtd`, 'enum']]),
  faulty('payment with an advice', changed09(['TRF', 'TRA']), [[`${block}/PmtMtd`, 'enum']]),
];

const identifiers: readonly FaultyDocument[] = [
  faulty('an identifier that begins with a slash', changed09(['E2E-1', '/E2E']), [
    [`${transfer}/PmtId/EndToEndId`, 'pattern'],
  ]),
  faulty('an identifier that ends with a slash', changed09(['I-1', 'I/']), [
    [`${transfer}/PmtId/InstrId`, 'pattern'],
  ]),
  faulty('a message identifier with two slashes', changed09(['M-1', 'M//1']), [
    [`${header}/MsgId`, 'pattern'],
  ]),
  faulty('a block identifier of one slash', changed09(['P-1', '/']), [[`${block}/PmtInfId`, 'pattern']]),
  faulty('an identifier of 36 characters', changed09(['E2E-1', `${long}x`]), [
    [`${transfer}/PmtId/EndToEndId`, 'too-long'],
  ]),
  faulty('an empty identifier', changed09(['E2E-1', ' ']), [[`${transfer}/PmtId/EndToEndId`, 'too-short']]),
  ...[
    '3F0C7B52-8D6E-4C1A-9B7F-0A1B2C3D4E5F',
    '3f0c7b52-8d6e-1c1a-9b7f-0a1b2c3d4e5f',
    '3f0c7b52-8d6e-4c1a-7b7f-0a1b2c3d4e5f',
    'x',
  ].map((uetr) =>
    faulty(`the UETR ${uetr}`, changed09(['</EndToEndId>', `</EndToEndId><UETR>${uetr}</UETR>`]), [
      [`${transfer}/PmtId/UETR`, 'pattern'],
    ]),
  ),
  faulty(
    'a UETR in version 03',
    changed(document03, ['</EndToEndId>', '</EndToEndId><UETR>3f0c7b52-8d6e-4c1a-9b7f-0a1b2c3d4e5f</UETR>']),
    [[`${transfer}/PmtId/UETR`, 'unknown-field']],
  ),
  faulty('an IBAN of three characters', changed09(['NL76RABO0359400371', 'NL7']), [
    [`${transfer}/CdtrAcct/Id/IBAN`, 'pattern'],
  ]),
  faulty('an IBAN with a hyphen', changed09(['DE02100100109307118603', 'DE02-1001']), [
    [`${block}/DbtrAcct/Id/IBAN`, 'pattern'],
  ]),
  faulty('BICFI in version 03', changed(document03, ['<BIC>RABONL2U</BIC>', '<BICFI>RABONL2U</BICFI>']), [
    [`${transfer}/CdtrAgt/FinInstnId/BICFI`, 'unknown-field'],
  ]),
  faulty('BIC in version 09', changed09(['<BICFI>RABONL2U</BICFI>', '<BIC>RABONL2U</BIC>']), [
    [`${transfer}/CdtrAgt/FinInstnId/BIC`, 'unknown-field'],
  ]),
  faulty('a BIC with digits, version 03', changed(document03, ['RABONL2U', 'R2D2NL2U']), [
    [`${transfer}/CdtrAgt/FinInstnId/BIC`, 'pattern'],
  ]),
  faulty(
    'AnyBIC in version 03',
    changed(document03, [
      '</PstlAdr></Cdtr>',
      '</PstlAdr><Id><OrgId><AnyBIC>RABONL2U</AnyBIC></OrgId></Id></Cdtr>',
    ]),
    [[`${transfer}/Cdtr/Id/OrgId/AnyBIC`, 'unknown-field']],
  ),
  faulty(
    'an organisation that is a person',
    changed09([
      '</PstlAdr></Cdtr>',
      '</PstlAdr><Id><OrgId><LEI>529900T8BM49AURSDO55</LEI></OrgId><PrvtId/></Id></Cdtr>',
    ]),
    [[`${transfer}/Cdtr/Id`, 'combination-not-allowed']],
  ),
  faulty(
    'a wrong legal entity identifier',
    changed09(['</PstlAdr></Cdtr>', '</PstlAdr><Id><OrgId><LEI>1</LEI></OrgId></Id></Cdtr>']),
    [[`${transfer}/Cdtr/Id/OrgId/LEI`, 'pattern']],
  ),
  faulty(
    'a proxy of an account',
    changed09([
      'NL76RABO0359400371</IBAN></Id>',
      'NL76RABO0359400371</IBAN></Id><Prxy><Id>+49-1</Id></Prxy>',
    ]),
    [[`${transfer}/CdtrAcct/Prxy`, 'unknown-field']],
  ),
];

const dates: readonly FaultyDocument[] = [
  ...[
    '2026-02-30',
    '2026-13-01',
    '2026-11-16Z',
    '16.11.2026',
    '2026-11-16T08:00:00',
    '2100-02-29',
    '0000-01-01',
  ].map((day) =>
    faulty(`the day ${day}`, changed(document03, ['2026-11-16', day]), [[`${block}/ReqdExctnDt`, 'format']]),
  ),
  faulty('a plain day in version 09', changed09([executionDate, '<ReqdExctnDt>2026-11-16</ReqdExctnDt>']), [
    [`${block}/ReqdExctnDt`, 'type'],
    [`${block}/ReqdExctnDt`, 'combination-required'],
  ]),
  faulty('a choice in version 03', changed(document03, ['2026-11-16', '<Dt>2026-11-16</Dt>']), [
    [`${block}/ReqdExctnDt/Dt`, 'unknown-field'],
  ]),
  faulty('a day and a time', changed09(['</Dt>', '</Dt><DtTm>2026-11-16T08:00:00</DtTm>']), [
    [`${block}/ReqdExctnDt`, 'combination-not-allowed'],
  ]),
  faulty('a time without seconds', changed09(['<Dt>2026-11-16</Dt>', '<DtTm>2026-11-16T08:00</DtTm>']), [
    [`${block}/ReqdExctnDt/DtTm`, 'format'],
  ]),
  faulty('a creation day', changed09(['2026-11-15T10:00:00', '2026-11-15']), [
    [`${header}/CreDtTm`, 'format'],
  ]),
  faulty('a creation time at 25 hours', changed09(['T10:00:00', 'T25:00:00']), [
    [`${header}/CreDtTm`, 'format'],
  ]),
];

const remittance: readonly FaultyDocument[] = [
  faulty('two texts', strd('<Ustrd>1</Ustrd><Ustrd>2</Ustrd>'), [
    [`${transfer}/RmtInf/Ustrd[2]`, 'too-many'],
  ]),
  faulty('a text of 141 characters', strd(`<Ustrd>${'x'.repeat(141)}</Ustrd>`), [
    [`${transfer}/RmtInf/Ustrd[1]`, 'too-long'],
  ]),
  faulty(
    'a text and a reference',
    strd('<Ustrd>1</Ustrd><Strd><CdtrRefInf><Ref>1</Ref></CdtrRefInf></Strd>'),
    [[`${transfer}/RmtInf`, 'combination-not-allowed']],
  ),
  faulty('two references', strd('<Strd><CdtrRefInf><Ref>1</Ref></CdtrRefInf></Strd>'.repeat(2)), [
    [`${transfer}/RmtInf/Strd[2]`, 'too-many'],
  ]),
  faulty(
    'a reference of 141 characters with its tags',
    strd(
      `<Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>${'p'.repeat(11)}</Prtry></CdOrPrtry><Issr>${'i'.repeat(14)}</Issr></Tp><Ref>${'r'.repeat(20)}</Ref></CdtrRefInf></Strd>`,
    ),
    [[`${transfer}/RmtInf/Strd[1]`, 'too-long']],
  ),
  faulty('a reference without a number', strd('<Strd><CdtrRefInf/></Strd>'), [
    [`${transfer}/RmtInf/Strd[1]/CdtrRefInf/Ref`, 'required'],
  ]),
  faulty(
    'an invoice as structured information',
    strd('<Strd><RfrdDocInf/><CdtrRefInf><Ref>1</Ref></CdtrRefInf></Strd>'),
    [[`${transfer}/RmtInf/Strd[1]/RfrdDocInf`, 'unknown-field']],
  ),
];

const levels: readonly FaultyDocument[] = [
  faulty(
    'charges on both levels',
    changed09(['</DbtrAgt>', '</DbtrAgt><ChrgBr>SLEV</ChrgBr>'], ['</Amt>', '</Amt><ChrgBr>SLEV</ChrgBr>']),
    [[`${transfer}/ChrgBr`, 'combination-not-allowed']],
  ),
  faulty(
    'ultimate debtors on both levels',
    changed09(
      ['</DbtrAgt>', '</DbtrAgt><UltmtDbtr><Nm>A</Nm></UltmtDbtr>'],
      ['</Amt>', '</Amt><UltmtDbtr><Nm>A</Nm></UltmtDbtr>'],
    ),
    [[`${transfer}/UltmtDbtr`, 'combination-not-allowed']],
  ),
  faulty(
    'payment types on both levels',
    changed09([executionDate, `<PmtTpInf/>${executionDate}`], ['<Amt>', '<PmtTpInf/><Amt>']),
    [[`${transfer}/PmtTpInf`, 'combination-not-allowed']],
  ),
  faulty('charges that do not exist', changed09(['</Amt>', '</Amt><ChrgBr>BOTH</ChrgBr>']), [
    [`${transfer}/ChrgBr`, 'enum'],
  ]),
  faulty('two ultimate creditors', changed09(['</CdtrAcct>', '</CdtrAcct><UltmtCdtr/><UltmtCdtr/>']), [
    [`${transfer}/UltmtCdtr[2]`, 'duplicate'],
  ]),
  faulty(
    'two service levels in version 03',
    changed(document03, [
      '<Amt>',
      '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><Amt>',
    ]),
    [[`${transfer}/PmtTpInf/SvcLvl[2]`, 'duplicate']],
  ),
  {
    ...faulty(
      'two service levels where one is allowed',
      changed09([
        '<Amt>',
        '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><SvcLvl><Cd>URGP</Cd></SvcLvl></PmtTpInf><Amt>',
      ]),
      [[`${transfer}/PmtTpInf/SvcLvl[2]`, 'too-many']],
    ),
    options: { serviceLevelsMax: 1 },
  },
  faulty('a code and a text', changed09(['<RmtInf>', '<Purp><Cd>SALA</Cd><Prtry>x</Prtry></Purp><RmtInf>']), [
    [`${transfer}/Purp`, 'combination-not-allowed'],
  ]),
  faulty(
    'a batch that is neither',
    changed09([executionDate, `<BtchBookg>yes</BtchBookg>${executionDate}`]),
    [[`${block}/BtchBookg`, 'enum']],
  ),
  faulty('a country of three letters', changed09(['<Ctry>NL</Ctry>', '<Ctry>NLD</Ctry>']), [
    [`${transfer}/Cdtr/PstlAdr/Ctry`, 'pattern'],
  ]),
  faulty('a town of 36 characters', changed09(['Utrecht', `${long}x`]), [
    [`${transfer}/Cdtr/PstlAdr/TwnNm`, 'too-long'],
  ]),
  faulty('a building in version 03', changed(document03, ['<TwnNm>', '<BldgNm>x</BldgNm><TwnNm>']), [
    [`${transfer}/Cdtr/PstlAdr/BldgNm`, 'unknown-field'],
  ]),
  faulty('supplementary data in version 03', changed(document03, ['</RmtInf>', '</RmtInf><SplmtryData/>']), [
    [`${transfer}/SplmtryData`, 'unknown-field'],
  ]),
];

/** Documents with content that the schema or a rule of the document does not allow. */
export const faultyContent: readonly FaultyDocument[] = [
  ...totals,
  ...amounts,
  ...identifiers,
  ...dates,
  ...remittance,
  ...levels,
];
