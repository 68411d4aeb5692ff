import type { Pain002Version } from '../domain/pain002-status.ts';
import {
  codeOr,
  type ElementsContent,
  ignored,
  many,
  one,
  optional,
  sequence,
} from '../engine/pain001/element-rules.ts';
import {
  codes,
  controlSum,
  count,
  dateTime,
  maxText,
  pattern,
  type TextRule,
  uetr,
} from '../engine/pain001/text-rules.ts';

const max35 = maxText(35);
const external = pattern(/^[A-Z]{4}$/, 'Must be a code.');
const individual = ['ACTC', 'RJCT', 'PDNG', 'ACCP', 'ACSP', 'ACSC', 'ACWC'];

const reason = sequence(
  optional('Orgtr', ignored),
  optional('Rsn', codeOr(maxText(4))),
  many('AddtlInf', maxText(105)),
);

function schemaOf(
  { group, transfer }: { readonly group: TextRule; readonly transfer: TextRule },
  isNew: boolean,
): ElementsContent {
  const perStatus = many(
    'NbOfTxsPerSts',
    sequence(one('DtldNbOfTxs', count), one('DtldSts', transfer), optional('DtldCtrlSum', controlSum)),
  );
  const transferSchema = sequence(
    optional('StsId', max35),
    optional('OrgnlInstrId', max35),
    optional('OrgnlEndToEndId', max35),
    ...(isNew ? [optional('OrgnlUETR', uetr)] : []),
    optional('TxSts', transfer),
    many('StsRsnInf', reason),
    many('ChrgsInf', ignored),
    ...(isNew ? [optional('TrckrData', ignored)] : []),
    optional('AccptncDtTm', dateTime),
    optional('AcctSvcrRef', max35),
    optional('ClrSysRef', max35),
    optional('OrgnlTxRef', ignored),
  );
  const header = sequence(one('MsgId', max35), one('CreDtTm', dateTime), optional('InitgPty', ignored));
  const original = sequence(
    one('OrgnlMsgId', max35),
    one('OrgnlMsgNmId', codes(`pain.001.001.${isNew ? '09' : '03'}`)),
    optional('OrgnlCreDtTm', dateTime),
    optional('OrgnlNbOfTxs', count),
    optional('OrgnlCtrlSum', controlSum),
    optional('GrpSts', group),
    many('StsRsnInf', reason),
    perStatus,
  );
  const block = sequence(
    one('OrgnlPmtInfId', max35),
    optional('OrgnlNbOfTxs', count),
    optional('OrgnlCtrlSum', controlSum),
    optional('PmtInfSts', group),
    many('StsRsnInf', reason),
    perStatus,
    many('TxInfAndSts', transferSchema),
  );
  return sequence(
    one(
      'CstmrPmtStsRpt',
      sequence(one('GrpHdr', header), one('OrgnlGrpInfAndSts', original), many('OrgnlPmtInfAndSts', block)),
    ),
  );
}

/** Cardinalities, order and forms of a status report. SPEC xs2a 4.5, xs2a-2026 3.4 */
export const pain002Schemas: Readonly<Record<Pain002Version, ElementsContent>> = {
  '03': schemaOf({ group: codes(...individual, 'RCVD', 'PART'), transfer: codes(...individual) }, false),
  '10': schemaOf({ group: external, transfer: external }, true),
};
