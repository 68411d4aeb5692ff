import {
  type ConsentHead,
  consentsCapability,
  describeConsent,
  endConsent,
  listConsentsOfOwner,
} from '#capabilities/consents/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, required, text, uuid } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';

const needs = portsOf(consentsCapability);
const consent = required(uuid('CONSENT', 'id of the consent'));

const list = defineCommand({
  name: 'list',
  summary: 'list who reads accounts of a customer, and who did in the last two years',
  options: { bank, customer: required(text('NUMBER', 'customer number')) },
  examples: ['consents list --bank 01 --customer 1000000055'],
  needs,
  async run({ contextFor, options, out }) {
    const { consents, hasMore } = await listConsentsOfOwner(contextFor(options.bank), {
      owner: options.customer,
    });
    const lines = consents.map(
      (one) =>
        `${one.consentId}: ${one.status}, ${one.organisationId} ${one.thirdPartyName}, until ${one.validUntil.toString()}`,
    );
    out.result(
      { bank: options.bank, customer: options.customer, consents: consents.map(asJson), hasMore },
      lines.length === 0
        ? [`${options.customer}: no consents`]
        : [...lines, ...(hasMore ? ['there are older ones'] : [])],
    );
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'show a consent; the numbers of its accounts are masked',
  operands: { consent },
  options: { bank },
  examples: ['consents show 01a1dcbf-fdb1-7d5d-b669-60821bd6845c --bank 01'],
  needs,
  async run({ contextFor, operands, options, out }) {
    const described = await describeConsent(contextFor(options.bank), { consentId: operands.consent });
    const { accounts, model } = described;
    out.result({ bank: options.bank, ...asJson(described), model, accounts }, [
      `consent       ${described.consentId}`,
      `status        ${described.status} since ${toWireTimestamp(described.changedAt)}`,
      `third party   ${described.organisationId} ${described.thirdPartyName}`,
      `customer      ${described.owner ?? 'not known before it is approved'}`,
      `given by      ${described.userId ?? 'no user yet'}${described.proxy === undefined ? '' : `, as proxy ${described.proxy}`}`,
      `valid until   ${described.validUntil.toString()}`,
      `accesses      ${described.isRecurring ? `${described.frequencyPerDay} a day without the customer` : 'one'}`,
      `access        ${model}`,
      ...accounts.map(({ account, kinds }) => `  ${account}: ${kinds.join(', ')}`),
    ]);
  },
});

const end = defineCommand({
  name: 'end',
  summary: 'end a consent for its customer; the third party reads nothing from then on',
  operands: { consent },
  options: { bank, employee, reason },
  examples: [
    'consents end 01a1dcbf-fdb1-7d5d-b669-60821bd6845c --bank 01 --employee e-17 --reason "call of the customer"',
  ],
  needs,
  async run({ config, contextFor, operands, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const { status, wasOver } = await endConsent(context, {
      consentId: operands.consent,
      employeeId: options.employee,
      reason: options.reason,
    });
    out.result({ bank: options.bank, consent: operands.consent, status, wasOver }, [
      `${operands.consent}: ${wasOver ? `had ended before: ${status}` : status}`,
      `next: consents show ${operands.consent} --bank ${options.bank}`,
    ]);
  },
});

/** Commands with which staff answer questions of customers about consents, and end them. */
export const consentCommands: CommandGroup = {
  name: 'consents',
  summary: 'list, show and end consents of customers',
  commands: [list, show, end],
};

function asJson(head: ConsentHead): object {
  const { approvedAt, consentId, organisationId, owner, proxy, status, thirdPartyName, userId } = head;
  return {
    consent: consentId,
    status,
    changedAt: toWireTimestamp(head.changedAt),
    organisation: organisationId,
    thirdParty: thirdPartyName,
    customer: owner ?? null,
    user: userId ?? null,
    proxy: proxy ?? null,
    recurring: head.isRecurring,
    validUntil: head.validUntil.toString(),
    frequencyPerDay: head.frequencyPerDay,
    approvedAt: approvedAt === undefined ? null : toWireTimestamp(approvedAt),
  };
}
