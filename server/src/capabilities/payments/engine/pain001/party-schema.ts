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
} from './element-rules.ts';
import { bic, bicfi, country, currency, iban, identifier, lei, maxText } from './text-rules.ts';

const max16 = maxText(16);
const max35 = maxText(35);
const max70 = maxText(70);

const addressLinesMax = 7;

const addresses: Readonly<Record<Pain001Version, ElementsContent>> = {
  '03': sequence(
    optional('AdrTp', ignored),
    optional('Dept', max70),
    optional('SubDept', max70),
    optional('StrtNm', max70),
    optional('BldgNb', max16),
    optional('PstCd', max16),
    optional('TwnNm', max35),
    optional('CtrySubDvsn', max35),
    optional('Ctry', country),
    many('AdrLine', max70, addressLinesMax),
  ),
  '09': sequence(
    optional('AdrTp', ignored),
    optional('Dept', max70),
    optional('SubDept', max70),
    optional('StrtNm', max70),
    optional('BldgNb', max16),
    optional('BldgNm', max35),
    optional('Flr', max70),
    optional('PstBx', max16),
    optional('Room', max70),
    optional('PstCd', max16),
    optional('TwnNm', max35),
    optional('TwnLctnNm', max35),
    optional('DstrctNm', max35),
    optional('CtrySubDvsn', max35),
    optional('Ctry', country),
    many('AdrLine', max70, addressLinesMax),
  ),
};

const otherPartyId = sequence(
  one('Id', identifier),
  optional('SchmeNm', codeOr(maxText(4))),
  optional('Issr', max35),
);

const organisations: Readonly<Record<Pain001Version, ElementsContent>> = {
  '03': sequence(optional('BICOrBEI', bic), many('Othr', otherPartyId)),
  '09': sequence(optional('AnyBIC', bicfi), optional('LEI', lei), many('Othr', otherPartyId)),
};

const person = sequence(optional('DtAndPlcOfBirth', ignored), many('Othr', otherPartyId));

const parties = byVersion((version) =>
  sequence(
    optional('Nm', maxText(140)),
    optional('PstlAdr', addresses[version]),
    optional('Id', choice(optional('OrgId', organisations[version]), optional('PrvtId', person))),
    optional('CtryOfRes', country),
    optional('CtctDtls', ignored),
  ),
);

const otherAccountId = sequence(
  one('Id', maxText(34)),
  optional('SchmeNm', codeOr(maxText(4))),
  optional('Issr', max35),
);

const accountParts = [
  one('Id', choice(optional('IBAN', iban), optional('Othr', otherAccountId))),
  optional('Tp', ignored),
  optional('Ccy', currency),
  optional('Nm', max70),
];

const accounts: Readonly<Record<Pain001Version, ElementsContent>> = {
  '03': sequence(...accountParts),
  // SPEC xs2a-2026 3.2: the account behind a telephone number or an address is not looked up here.
  '09': sequence(...accountParts, refused('Prxy', 'Proxies of accounts are not supported; use Id.')),
};

const otherAgentId = sequence(
  one('Id', max35),
  optional('SchmeNm', codeOr(maxText(4))),
  optional('Issr', max35),
);

const agents = byVersion((version) =>
  sequence(
    one(
      'FinInstnId',
      sequence(
        version === '03' ? optional('BIC', bic) : optional('BICFI', bicfi),
        optional('ClrSysMmbId', ignored),
        ...(version === '03' ? [] : [optional('LEI', lei)]),
        optional('Nm', maxText(140)),
        optional('PstlAdr', addresses[version]),
        optional('Othr', otherAgentId),
      ),
    ),
    optional('BrnchId', ignored),
  ),
);

function byVersion(
  contentOf: (version: Pain001Version) => ElementsContent,
): Readonly<Record<Pain001Version, ElementsContent>> {
  return { '03': contentOf('03'), '09': contentOf('09') };
}

export function partySchema(version: Pain001Version): ElementsContent {
  return parties[version];
}

export function accountSchema(version: Pain001Version): ElementsContent {
  return accounts[version];
}

export function agentSchema(version: Pain001Version): ElementsContent {
  return agents[version];
}
