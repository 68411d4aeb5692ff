import {
  changed,
  changed09,
  document03,
  orderedPayment,
  type ReadableDocument,
  read,
} from './pain001-documents.suite.ts';

const uetr = '3f0c7b52-8d6e-4c1a-9b7f-0a1b2c3d4e5f';
const address = '<StrtNm>Main Street</StrtNm><TwnNm>Utrecht</TwnNm><Ctry>NL</Ctry>';
const creditorIban = '<CdtrAcct><Id><IBAN>NL76RABO0359400371</IBAN></Id></CdtrAcct>';

const identifiers: readonly ReadableDocument[] = [
  read('no identifier of the payment', changed(document03, ['E2E-1', 'NOTPROVIDED']), {
    endToEndIdentification: undefined,
  }),
  read('a slash within an identifier', changed09(['E2E-1', 'E2E/1']), { endToEndIdentification: 'E2E/1' }),
  read('a UETR', changed09(['</EndToEndId>', `</EndToEndId><UETR>${uetr}</UETR>`]), { uetr }),
  read('no instruction identifier', changed09(['<InstrId>I-1</InstrId>', '']), {
    instructionIdentification: undefined,
  }),
  read('a blank before an IBAN', changed(document03, ['>DE02', '> DE02']), orderedPayment),
  read(
    'an IBAN in groups of four',
    changed(document03, ['DE02100100109307118603', 'DE02 1001 0010 9307 1186 03']),
    orderedPayment,
  ),
  read(
    'a currency of the account',
    changed09(['DE02100100109307118603</IBAN></Id>', 'DE02100100109307118603</IBAN></Id><Ccy>EUR</Ccy>']),
    { debtorAccount: { iban: 'DE02100100109307118603', currency: 'EUR' } },
  ),
  read(
    'a BBAN',
    changed09([
      creditorIban,
      '<CdtrAcct><Id><Othr><Id>0359400371</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr></Id></CdtrAcct>',
    ]),
    { creditorAccount: { bban: '0359400371' } },
  ),
  read(
    'another identification of an account',
    changed09([
      creditorIban,
      '<CdtrAcct><Id><Othr><Id>77-1</Id><SchmeNm><Prtry>ABA</Prtry></SchmeNm><Issr>Bank</Issr></Othr></Id></CdtrAcct>',
    ]),
    { creditorAccount: { other: { identification: '77-1', schemeNameProprietary: 'ABA', issuer: 'Bank' } } },
  ),
  read('no account of the creditor', changed09([creditorIban, '']), { creditorAccount: undefined }),
  read('no creditor', changed09([`<Cdtr><Nm>Supplier</Nm><PstlAdr>${address}</PstlAdr></Cdtr>`, '']), {
    creditorName: undefined,
    creditorAddress: undefined,
  }),
  read(
    'an identification of the debtor',
    changed(document03, [
      '<Nm>Acme</Nm>',
      '<Nm>Acme</Nm><Id><OrgId><Othr><Id>HRB 1</Id></Othr></OrgId></Id>',
    ]),
    { debtorId: 'HRB 1' },
  ),
  read(
    'an identification of a person',
    changed09(['</PstlAdr></Cdtr>', '</PstlAdr><Id><PrvtId><Othr><Id>P 7</Id></Othr></PrvtId></Id></Cdtr>']),
    { creditorId: 'P 7' },
  ),
  read(
    'a legal entity identifier',
    changed09([
      '</PstlAdr></Cdtr>',
      '</PstlAdr><Id><OrgId><LEI>529900T8BM49AURSDO55</LEI></OrgId></Id></Cdtr>',
    ]),
    { creditorId: '529900T8BM49AURSDO55' },
  ),
  read(
    'a BIC as identification, version 03',
    changed(document03, [
      '</PstlAdr></Cdtr>',
      '</PstlAdr><Id><OrgId><BICOrBEI>RABONL2U</BICOrBEI></OrgId></Id></Cdtr>',
    ]),
    { creditorId: 'RABONL2U' },
  ),
  read(
    'a BIC as identification, version 09',
    changed09(['</PstlAdr></Cdtr>', '</PstlAdr><Id><OrgId><AnyBIC>RABONL2U</AnyBIC></OrgId></Id></Cdtr>']),
    { creditorId: 'RABONL2U' },
  ),
  read('a BIC with digits, version 09', changed09(['RABONL2U', 'R2D2NL2U']), { creditorAgent: 'R2D2NL2U' }),
  read(
    'the name of a bank',
    changed09(['</BICFI></FinInstnId></CdtrAgt>', '</BICFI><Nm>Rabobank</Nm></FinInstnId></CdtrAgt>']),
    { creditorAgentName: 'Rabobank' },
  ),
];

const content: readonly ReadableDocument[] = [
  read(
    'a control sum with other decimals',
    changed(document03, ['>100.1<', '>000100.10000<']),
    orderedPayment,
  ),
  read('no control sum', changed(document03, ['<CtrlSum>100.1</CtrlSum>', '']), orderedPayment),
  read(
    'totals of the block',
    changed09(['<ReqdExctnDt>', '<NbOfTxs>1</NbOfTxs><CtrlSum>100.10</CtrlSum><ReqdExctnDt>']),
    orderedPayment,
  ),
  read('an amount of another currency', changed09(['"EUR">100.10', '"JPY">100.1']), {
    instructedAmount: { currency: 'JPY', amount: '100.1' },
  }),
  read('a zero, which a product refuses', changed09(['"EUR">100.10', '"EUR">0'], ['>100.1<', '>0<']), {
    instructedAmount: { currency: 'EUR', amount: '0' },
  }),
  read(
    'a full address',
    changed09([
      address,
      '<Dept>D</Dept><SubDept>S</SubDept><StrtNm>Street</StrtNm><BldgNb>1</BldgNb><BldgNm>B</BldgNm><Flr>2</Flr><PstBx>3</PstBx><Room>4</Room><PstCd>5</PstCd><TwnNm>Town</TwnNm><TwnLctnNm>L</TwnLctnNm><DstrctNm>I</DstrctNm><CtrySubDvsn>C</CtrySubDvsn><Ctry>NL</Ctry>',
    ]),
    {
      creditorAddress: {
        department: 'D',
        subDepartment: 'S',
        streetName: 'Street',
        buildingNumber: '1',
        buildingName: 'B',
        floor: '2',
        postBox: '3',
        room: '4',
        postCode: '5',
        townName: 'Town',
        townLocationName: 'L',
        districtName: 'I',
        countrySubDivision: 'C',
        country: 'NL',
      },
    },
  ),
  read(
    'an address of lines only',
    changed(document03, [address, '<AdrLine>Main Street 1</AdrLine><AdrLine>Utrecht</AdrLine>']),
    { creditorAddress: { country: '', addressLines: ['Main Street 1', 'Utrecht'] } },
  ),
  read(
    'an address of seven lines',
    changed09([address, `<Ctry>NL</Ctry>${'<AdrLine>x</AdrLine>'.repeat(7)}`]),
    { creditorAddress: { country: 'NL', addressLines: Array.from({ length: 7 }, () => 'x') } },
  ),
  read('an empty address', changed09([address, '']), { creditorAddress: undefined }),
  read('no remittance information', changed09(['<RmtInf><Ustrd>Invoice 5</Ustrd></RmtInf>', '']), {
    remittanceInformationUnstructured: undefined,
  }),
  read(
    'a creditor reference',
    changed09([
      '<Ustrd>Invoice 5</Ustrd>',
      '<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>ISO</Issr></Tp><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>',
    ]),
    {
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructured: {
        reference: 'RF18539007547034',
        referenceType: 'SCOR',
        referenceIssuer: 'ISO',
      },
    },
  ),
  read(
    'a creditor reference without a type',
    changed09(['<Ustrd>Invoice 5</Ustrd>', '<Strd><CdtrRefInf><Ref>1234</Ref></CdtrRefInf></Strd>']),
    { remittanceInformationStructured: { reference: '1234' } },
  ),
];

/** Documents that are read without a fault: identifiers, amounts, addresses, remittance information. */
export const readableContent: readonly ReadableDocument[] = [...identifiers, ...content];
