import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import {
  choice,
  codeOr,
  type ElementsContent,
  ignored,
  many,
  one,
  optional,
  refused,
  sequence,
  text,
} from './element-rules.ts';
import { accountSchema, agentSchema, partySchema } from './party-schema.ts';
import { referenceSchema } from './reference-schema.ts';
import {
  amount,
  boolean,
  codes,
  controlSum,
  count,
  currency,
  date,
  dateTime,
  identifier,
  maxText,
  uetr,
} from './text-rules.ts';

/**
 * What a document of one version may contain. The reader takes header, blocks and transfers out of the document one by
 * one; no table contains them.
 */
export interface Pain001Schema {
  readonly document: ElementsContent;
  readonly header: ElementsContent;
  readonly block: ElementsContent;
  readonly transfer: ElementsContent;
}

// SPEC xs2a 4.4: no cheques and no advices.
const transferMethod = codes('TRF');
const chargeBearer = codes('DEBT', 'CRED', 'SHAR', 'SLEV');

// SPEC xs2a 4.2: content of the initiating party is not checked; the standard's own example has an error there.
const header = sequence(
  one('MsgId', identifier),
  one('CreDtTm', dateTime),
  many('Authstn', ignored, 2),
  one('NbOfTxs', count),
  optional('CtrlSum', controlSum),
  one('InitgPty', ignored),
  optional('FwdgAgt', ignored),
);

const remittance = sequence(many('Ustrd', maxText(140)), many('Strd', referenceSchema));

/** Elements that one version has and the other has not, or has in another form. */
interface VersionParts {
  readonly executionDate: Parameters<typeof one>[1];
  readonly instructionForDebtorAgent: readonly ReturnType<typeof optional>[];
  readonly paymentId: ElementsContent;
  readonly serviceLevelsMax: number;
  readonly supplement: readonly ReturnType<typeof optional>[];
}

const parts: Readonly<Record<Pain001Version, VersionParts>> = {
  '03': {
    executionDate: date,
    instructionForDebtorAgent: [],
    paymentId: sequence(optional('InstrId', identifier), one('EndToEndId', identifier)),
    serviceLevelsMax: 1,
    supplement: [],
  },
  '09': {
    executionDate: choice(optional('Dt', date), optional('DtTm', dateTime)),
    instructionForDebtorAgent: [optional('InstrForDbtrAgt', ignored)],
    paymentId: sequence(
      optional('InstrId', identifier),
      one('EndToEndId', identifier),
      optional('UETR', uetr),
    ),
    serviceLevelsMax: Number.POSITIVE_INFINITY,
    supplement: [many('SplmtryData', ignored)],
  },
};

function paymentTypeOf(version: Pain001Version): ElementsContent {
  return sequence(
    optional('InstrPrty', codes('HIGH', 'NORM')),
    many('SvcLvl', codeOr(maxText(4)), parts[version].serviceLevelsMax),
    optional('LclInstrm', codeOr(maxText(35))),
    optional('CtgyPurp', codeOr(maxText(4))),
  );
}

function blockOf(version: Pain001Version): ElementsContent {
  const { executionDate, instructionForDebtorAgent } = parts[version];
  return sequence(
    one('PmtInfId', identifier),
    one('PmtMtd', transferMethod),
    optional('BtchBookg', boolean),
    optional('NbOfTxs', count),
    optional('CtrlSum', controlSum),
    optional('PmtTpInf', paymentTypeOf(version)),
    one('ReqdExctnDt', executionDate),
    optional('PoolgAdjstmntDt', ignored),
    one('Dbtr', partySchema(version)),
    one('DbtrAcct', accountSchema(version)),
    // The schema requires it; the standard's own example has none. SPEC xs2a 4.2
    optional('DbtrAgt', agentSchema(version)),
    optional('DbtrAgtAcct', ignored),
    ...instructionForDebtorAgent,
    optional('UltmtDbtr', partySchema(version)),
    optional('ChrgBr', chargeBearer),
    optional('ChrgsAcct', ignored),
    optional('ChrgsAcctAgt', ignored),
  );
}

const amountChoice = choice(
  optional('InstdAmt', text(amount, { Ccy: currency })),
  refused('EqvtAmt', 'Amounts to be converted are not supported; use InstdAmt.'),
);

function transferOf(version: Pain001Version): ElementsContent {
  const party = partySchema(version);
  return sequence(
    one('PmtId', parts[version].paymentId),
    optional('PmtTpInf', paymentTypeOf(version)),
    one('Amt', amountChoice),
    refused('XchgRateInf', 'Exchange rates cannot be given.'),
    optional('ChrgBr', chargeBearer),
    refused('ChqInstr', 'Cheques are not supported.'),
    optional('UltmtDbtr', party),
    ...[1, 2, 3].flatMap((at) => [
      optional(`IntrmyAgt${at}`, ignored),
      optional(`IntrmyAgt${at}Acct`, ignored),
    ]),
    optional('CdtrAgt', agentSchema(version)),
    optional('CdtrAgtAcct', ignored),
    optional('Cdtr', party),
    optional('CdtrAcct', accountSchema(version)),
    optional('UltmtCdtr', party),
    many('InstrForCdtrAgt', ignored),
    optional('InstrForDbtrAgt', ignored),
    optional('Purp', codeOr(maxText(4))),
    many('RgltryRptg', ignored, 10),
    optional('Tax', ignored),
    many('RltdRmtInf', ignored, 10),
    optional('RmtInf', remittance),
    ...parts[version].supplement,
  );
}

function schemaOf(version: Pain001Version): Pain001Schema {
  return {
    document: sequence(one('CstmrCdtTrfInitn', sequence(...parts[version].supplement))),
    header,
    block: blockOf(version),
    transfer: transferOf(version),
  };
}

/** SPEC xs2a 4.2, xs2a-2026 3.2 */
export const pain001Schemas: Readonly<Record<Pain001Version, Pain001Schema>> = {
  '03': schemaOf('03'),
  '09': schemaOf('09'),
};
