import type { Temporal } from 'temporal-polyfill';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import { element, textElement, type XmlElement } from '#platform/kernel/xml-element.ts';
import type { CurrencyStatement, Statement, StatementEntry } from './statement.ts';

/** Writes a statement as camt.053.001.08. */
export function writeCamt053(statement: Statement): string {
  const { createdAt, parts, statementId } = statement;
  const content = element(
    'BkToCstmrStmt',
    element('GrpHdr', textElement('MsgId', statementId), textElement('CreDtTm', createdAt.toString())),
    ...parts.map((part) => statementElement(statement, part)),
  );
  const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${content}</Document>\n`;
}

function statementElement(statement: Statement, part: CurrencyStatement): XmlElement {
  const { account, createdAt, from, statementId, to } = statement;
  const { iban } = account;
  return element(
    'Stmt',
    textElement('Id', statementId),
    textElement('CreDtTm', createdAt.toString()),
    element(
      'FrToDt',
      textElement('FrDtTm', `${from.toString()}T00:00:00`),
      textElement('ToDtTm', `${to.toString()}T23:59:59`),
    ),
    element(
      'Acct',
      element(
        'Id',
        textElement('IBAN', iban),
        iban === undefined ? element('Othr', textElement('Id', account.bban)) : '',
      ),
      textElement('Ccy', part.currency),
    ),
    balanceElement('OPBD', part.opening, from),
    balanceElement('CLBD', part.closing, to),
    ...part.entries.map(entryElement),
  );
}

function balanceElement(code: 'OPBD' | 'CLBD', amount: Money, day: Temporal.PlainDate): XmlElement {
  return element(
    'Bal',
    element('Tp', element('CdOrPrtry', textElement('Cd', code))),
    ...amountElements(amount),
    element('Dt', textElement('Dt', day.toString())),
  );
}

/** Amounts have no sign: whether money came in or went out is said beside them. */
function amountElements({ currency, minor }: Money): readonly XmlElement[] {
  const amount = formatMoney({ currency, minor: minor < 0n ? -minor : minor });
  return [
    textElement('Amt', amount, { Ccy: currency }),
    textElement('CdtDbtInd', minor < 0n ? 'DBIT' : 'CRDT'),
  ];
}

function entryElement(entry: StatementEntry): XmlElement {
  const { amount, bookingDate, entryReference, transactionCode, valueDate } = entry;
  const [domain, family, subFamily] = transactionCode.split('-');
  return element(
    'Ntry',
    textElement('NtryRef', entryReference),
    ...amountElements(amount),
    element('Sts', textElement('Cd', 'BOOK')),
    element('BookgDt', textElement('Dt', bookingDate?.toString())),
    element('ValDt', textElement('Dt', valueDate?.toString())),
    element(
      'BkTxCd',
      element(
        'Domn',
        textElement('Cd', domain),
        element('Fmly', textElement('Cd', family), textElement('SubFmlyCd', subFamily)),
      ),
    ),
    element('NtryDtls', element('TxDtls', ...detailElements(entry))),
  );
}

/** The other side is the creditor of what went out, and the debtor of what came in. */
function detailElements({
  amount,
  counterparty,
  endToEndId,
  remittance,
}: StatementEntry): readonly XmlElement[] {
  const side = amount.minor < 0n ? 'Cdtr' : 'Dbtr';
  const { account, agent, name } = counterparty;
  return [
    element('Refs', textElement('EndToEndId', endToEndId)),
    ...amountElements(amount),
    element(
      'RltdPties',
      element(side, element('Pty', textElement('Nm', name))),
      element(`${side}Acct`, element('Id', accountElement(account))),
    ),
    element('RltdAgts', element(`${side}Agt`, element('FinInstnId', textElement('BICFI', agent)))),
    element('RmtInf', textElement('Ustrd', remittance)),
  ];
}

function accountElement(account: StatementEntry['counterparty']['account']): XmlElement {
  if (account === undefined) return '';
  return account.scheme === 'iban'
    ? textElement('IBAN', account.id)
    : element('Othr', textElement('Id', account.id));
}
