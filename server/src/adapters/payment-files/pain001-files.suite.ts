/** Minimal files for tests. */

export interface TransferSteps {
  readonly amount?: string;
  readonly creditor?: string;
}

export const transfer = ({
  amount = '<InstdAmt Ccy="EUR">100.00</InstdAmt>',
  creditor = '<IBAN>NL91ABNA0417164300</IBAN>',
}: TransferSteps = {}): string => `
      <CdtTrfTxInf>
        <PmtId><EndToEndId>E2E</EndToEndId></PmtId>
        <Amt>${amount}</Amt>
        <Cdtr><Nm>Supplier</Nm></Cdtr>
        <CdtrAcct><Id>${creditor}</Id></CdtrAcct>
      </CdtTrfTxInf>`;

export interface BlockSteps {
  readonly totals?: string;
  readonly method?: string;
  readonly debtor?: string;
}

export const block = (
  transfers: readonly string[],
  { debtor = '<IBAN>DE89370400440532013000</IBAN>', method = 'TRF', totals = '' }: BlockSteps = {},
): string => `
    <PmtInf>
      <PmtInfId>P</PmtInfId><PmtMtd>${method}</PmtMtd>${totals}
      <Dbtr><Nm>Acme</Nm></Dbtr>
      <DbtrAcct><Id>${debtor}</Id></DbtrAcct>${transfers.join('')}
    </PmtInf>`;

export interface FileSteps {
  readonly version?: string;
  readonly totals?: string;
}

export const file = (
  blocks: readonly string[],
  { totals = '', version = 'pain.001.001.09' }: FileSteps = {},
): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">
  <CstmrCdtTrfInitn>
    <GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-15T10:00:00</CreDtTm>${totals}</GrpHdr>${blocks.join('')}
  </CstmrCdtTrfInitn>
</Document>
`;

/** Two debtor accounts, three transfers, two currencies. */
export const goldenBlocks: readonly string[] = [
  block(
    [
      transfer(),
      transfer({
        amount: '<InstdAmt Ccy="EUR">0.05</InstdAmt>',
        creditor: '<Othr><Id>12-34/5</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>',
      }),
    ],
    { totals: '<NbOfTxs>2</NbOfTxs><CtrlSum>100.05</CtrlSum>' },
  ),
  block(
    [
      transfer({
        amount: '<InstdAmt Ccy="JPY">700</InstdAmt>',
        creditor: '<Othr><Id>998877</Id></Othr>',
      }),
    ],
    { debtor: '<Othr><Id>ACC1</Id></Othr>' },
  ),
];
export const goldenTotals = '<NbOfTxs>3</NbOfTxs><CtrlSum>800.05</CtrlSum>';
