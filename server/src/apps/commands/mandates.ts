import {
  changeMandate,
  type EnteredTerms,
  endMandate,
  grantMandate,
  listMandates,
  type MandateChange,
  mandateScope,
  partyCapability,
} from '#capabilities/party/index.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, required, text, textLike, texts, type ValuesOf } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';
import { day } from './day-option.ts';

const needs = portsOf(partyCapability);
const party = required(text('NUMBER', 'party that is represented'));
const proxy = required(text('NUMBER', 'party that represents it'));

const terms = {
  scope: texts(
    'KIND',
    `kind of resource that may be signed, repeated; default all: ${mandateScope.join(', ')}`,
  ),
  'signing-group': textLike('GROUP', 'group of the party in which the proxy signs', {
    expected: '1 to 64 characters',
    isValid: (given) => given.trim() !== '' && given.length <= 64,
  }),
  office: textLike('TEXT', 'office of the proxy, such as director', {
    expected: '1 to 70 characters',
    isValid: (given) => given.trim() !== '' && given.length <= 70,
  }),
  from: day('first valid day; default today'),
  until: day('last valid day; default until it is ended'),
};

const list = defineCommand({
  name: 'list',
  summary: 'list who may act for a party, who could before and who will',
  options: { bank, party },
  examples: ['parties mandates list --bank 01 --party 1000000055'],
  needs,
  async run({ contextFor, options, out }) {
    const mandates = await listMandates(contextFor(options.bank), { principal: options.party });
    const shown = mandates.map(({ office, partyNumber, scope, signingGroup, validFrom, validUntil }) => ({
      proxy: partyNumber,
      scope,
      signingGroup: signingGroup ?? null,
      office: office ?? null,
      validFrom: validFrom.toString(),
      validUntil: validUntil?.toString() ?? null,
    }));
    const lines = shown.map((one) =>
      [
        `${one.proxy}: ${one.validFrom} to ${one.validUntil ?? 'its end'}`,
        one.scope.length === mandateScope.length ? 'everything' : one.scope.join(' '),
        ...(one.signingGroup === null ? [] : [`signs in ${one.signingGroup}`]),
        ...(one.office === null ? [] : [one.office]),
      ].join(', '),
    );
    out.result(
      { bank: options.bank, party: options.party, mandates: shown },
      lines.length === 0 ? [`${options.party}: no mandates`] : lines,
    );
  },
});

const grant = defineCommand({
  name: 'grant',
  summary: 'enter a mandate: one party may act for another',
  options: { bank, party, proxy, ...terms, employee, reason },
  examples: [
    'parties mandates grant --bank 01 --party 1000000055 --proxy 1000000048 --signing-group A --employee e-17 --reason "board resolution"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await grantMandate(context, { ...changeOf(options), terms: termsOf(options) });
    out.result(resultOf(options, 'granted'), [
      `${options.proxy}: may act for ${options.party}`,
      nextLine(options),
    ]);
  },
});

const change = defineCommand({
  name: 'change',
  summary: 'replace the terms of a mandate from a day on; what is not named gets its default',
  options: { bank, party, proxy, ...terms, employee, reason },
  examples: [
    'parties mandates change --bank 01 --party 1000000055 --proxy 1000000048 --scope document --employee e-17 --reason "letter of the board"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await changeMandate(context, { ...changeOf(options), terms: termsOf(options) });
    out.result(resultOf(options, 'changed'), [
      `${options.proxy}: mandate for ${options.party} changed`,
      nextLine(options),
    ]);
  },
});

const end = defineCommand({
  name: 'end',
  summary: 'end a mandate; signatures given under it that were not executed yet lose their effect',
  options: { bank, party, proxy, on: day('first day without it; default today, at once'), employee, reason },
  examples: [
    'parties mandates end --bank 01 --party 1000000055 --proxy 1000000048 --employee e-17 --reason "left the company"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await endMandate(context, { ...changeOf(options), endedOn: options.on });
    out.result(resultOf(options, 'ended'), [
      `${options.proxy}: acts for ${options.party} no more${options.on === undefined ? '' : ` from ${options.on} on`}`,
      nextLine(options),
    ]);
  },
});

/** Commands with which staff enter, change and end mandates. */
export const mandateCommands: CommandGroup = {
  name: 'parties mandates',
  summary: 'enter, change and end mandates to act for a party',
  commands: [list, grant, change, end],
};

interface NamedMandate {
  readonly bank: string;
  readonly party: string;
  readonly proxy: string;
}

function changeOf({
  employee: employeeId,
  party: principal,
  proxy: representing,
  reason: why,
}: NamedMandate & { readonly employee: string; readonly reason: string }): MandateChange {
  return { principal, proxy: representing, employeeId, reason: why };
}

function termsOf({
  from,
  office,
  scope,
  'signing-group': signingGroup,
  until,
}: ValuesOf<typeof terms>): EnteredTerms {
  return {
    scope: scope.length === 0 ? undefined : scope,
    signingGroup,
    office,
    validFrom: from,
    validUntil: until,
  };
}

function resultOf(
  { bank: bankId, party: principal, proxy: representing }: NamedMandate,
  mandate: string,
): object {
  return { bank: bankId, party: principal, proxy: representing, mandate };
}

function nextLine({ bank: bankId, party: principal }: NamedMandate): string {
  return `next: parties mandates list --bank ${bankId} --party ${principal}`;
}
