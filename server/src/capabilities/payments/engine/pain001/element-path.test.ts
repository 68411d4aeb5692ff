import { describe, expect, it } from 'vitest';
import { block, transfer } from '../../testing/pain001-documents.suite.ts';
import { elementPathOf } from './element-path.ts';

const place = { block: 0, transfer: 0 };

describe('the element of a member', () => {
  it.each([
    [['creditorAddress', 'townName'], `${transfer}/Cdtr/PstlAdr/TwnNm`],
    [['creditorAddress', 'addressLines', 2], `${transfer}/Cdtr/PstlAdr/AdrLine[3]`],
    [['creditorAddress'], `${transfer}/Cdtr/PstlAdr`],
    [['debtorAccount'], `${block}/DbtrAcct/Id/IBAN`],
    [['debtorAccount', 'iban'], `${block}/DbtrAcct/Id/IBAN`],
    [['debtorAccount', 'currency'], `${block}/DbtrAcct/Ccy`],
    [['creditorAccount', 'other', 'identification'], `${transfer}/CdtrAcct/Id/Othr/Id`],
    [['creditorAccount', 'other', 'schemeNameCode'], `${transfer}/CdtrAcct/Id/Othr/SchmeNm/Cd`],
    [['creditorAccount', 'bban'], `${transfer}/CdtrAcct/Id/Othr/Id`],
    [['instructedAmount', 'amount'], `${transfer}/Amt/InstdAmt`],
    [['instructedAmount', 'currency'], `${transfer}/Amt/InstdAmt/@Ccy`],
    [['creditorName'], `${transfer}/Cdtr/Nm`],
    [['remittanceInformationStructured', 'reference'], `${transfer}/RmtInf/Strd[1]/CdtrRefInf/Ref`],
    [['remittanceInformationUnstructuredArray', 1], `${transfer}/RmtInf/Ustrd[2]`],
    [
      ['remittanceInformationStructuredArray', 1, 'referenceType'],
      `${transfer}/RmtInf/Strd[2]/CdtrRefInf/Tp/CdOrPrtry/Cd`,
    ],
    [['currencyOfTransfer'], transfer],
    [[], transfer],
  ])('%j is %s', (at, path) => {
    expect(elementPathOf('03', place, at).join('/')).toBe(path);
    expect(elementPathOf('09', place, at).join('/')).toBe(path);
  });

  it.each([
    ['creditorAgent', `${transfer}/CdtrAgt/FinInstnId/BIC`, `${transfer}/CdtrAgt/FinInstnId/BICFI`],
    ['requestedExecutionDate', `${block}/ReqdExctnDt`, `${block}/ReqdExctnDt/Dt`],
    ['requestedExecutionTime', `${block}/ReqdExctnDt`, `${block}/ReqdExctnDt/DtTm`],
    ['serviceLevel', `${transfer}/PmtTpInf/SvcLvl/Cd`, `${transfer}/PmtTpInf/SvcLvl[1]/Cd`],
  ])('%s differs between versions', (member, path03, path09) => {
    expect(elementPathOf('03', place, [member]).join('/')).toBe(path03);
    expect(elementPathOf('09', place, [member]).join('/')).toBe(path09);
  });

  it('is in the block if the document has it there', () => {
    const blockMembers = ['chargeBearer'];
    expect(elementPathOf('09', { ...place, blockMembers }, ['chargeBearer']).join('/')).toBe(
      `${block}/ChrgBr`,
    );
    expect(elementPathOf('09', { ...place, blockMembers }, ['ultimateDebtor']).join('/')).toBe(
      `${transfer}/UltmtDbtr/Nm`,
    );
  });

  it('has the positions of its block and its transfer, counted from one', () => {
    expect(elementPathOf('03', { block: 1, transfer: 2 }, ['creditorName']).slice(2)).toEqual([
      'PmtInf[2]',
      'CdtTrfTxInf[3]',
      'Cdtr',
      'Nm',
    ]);
  });
});
