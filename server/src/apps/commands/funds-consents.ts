import {
  describeFundsConsent,
  endFundsConsent,
  type FundsConsentHead,
  fundsConfirmationsCapability,
  listFundsConsentsOfOwner,
  recordAgreement,
} from '#capabilities/funds-confirmations/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, required, text, uuid } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';

const needs = portsOf(fundsConfirmationsCapability);
const consent = required(uuid('CONSENT', 'id of the consent'));
const customer = required(text('NUMBER', 'customer number'));

const list = defineCommand({
  name: 'list',
  summary: 'list who may ask about funds of a customer, and who could in the last two years',
  options: { bank, customer },
  examples: ['funds-consents list --bank 01 --customer 1000000055'],
  needs,
  async run({ contextFor, options, out }) {
    const { consents, hasMore } = await listFundsConsentsOfOwner(contextFor(options.bank), {
      owner: options.customer,
    });
    const lines = consents.map(
      (one) => `${one.consentId}: ${one.status}, ${one.organisationId} ${one.thirdPartyName}`,
    );
    out.result(
      { bank: options.bank, customer: options.customer, consents: consents.map(asJson), hasMore },
      lines.length === 0
        ? [`${options.customer}: no consents to the confirmation of funds`]
        : [...lines, ...(hasMore ? ['there are older ones'] : [])],
    );
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'show a consent to the confirmation of funds; the number of its account is masked',
  operands: { consent },
  options: { bank },
  examples: ['funds-consents show 01a1dcbf-fdb1-7d5d-b669-60821bd6845c --bank 01'],
  needs,
  async run({ contextFor, operands, options, out }) {
    const described = await describeFundsConsent(contextFor(options.bank), { consentId: operands.consent });
    const { account, cardNumber, currency } = described;
    out.result(
      { bank: options.bank, ...asJson(described), account, currency, cardNumber: cardNumber ?? null },
      [
        `consent       ${described.consentId}`,
        `status        ${described.status} since ${toWireTimestamp(described.changedAt)}`,
        `third party   ${described.organisationId} ${described.thirdPartyName}`,
        `customer      ${described.owner ?? 'not known before it is approved'}`,
        `given         ${givenBy(described)}`,
        `account       ${account}, ${currency}`,
        `card          ${cardNumber ?? 'none'}`,
      ],
    );
  },
});

function givenBy({ origin, proxy, userId }: FundsConsentHead): string {
  if (origin === 'bank') return 'at the bank';
  return `by ${userId ?? 'no user yet'}${proxy === undefined ? '' : `, as proxy ${proxy}`}`;
}

const end = defineCommand({
  name: 'end',
  summary: 'end a consent for its customer; the third party gets no answer from then on',
  operands: { consent },
  options: { bank, employee, reason },
  examples: [
    'funds-consents end 01a1dcbf-fdb1-7d5d-b669-60821bd6845c --bank 01 --employee e-17 --reason "call of the customer"',
  ],
  needs,
  async run({ config, contextFor, operands, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const { status, wasOver } = await endFundsConsent(context, {
      consentId: operands.consent,
      employeeId: options.employee,
      reason: options.reason,
    });
    out.result({ bank: options.bank, consent: operands.consent, status, wasOver }, [
      `${operands.consent}: ${wasOver ? `had ended before: ${status}` : status}`,
      `next: funds-consents show ${operands.consent} --bank ${options.bank}`,
    ]);
  },
});

const agree = defineCommand({
  name: 'agree',
  summary: 'record that a customer agreed at the bank that a third party asks about the funds of an account',
  options: {
    bank,
    customer,
    iban: required(text('IBAN', 'account of the customer')),
    currency: text('CODE', 'sub-account, if the account has several currencies'),
    card: text('NUMBER', 'number of the card that the third party has issued'),
    organisation: required(text('ID', 'organisation identifier of the third party, as in its certificate')),
    name: required(text('NAME', 'name of the third party, for the pages of the customer')),
    employee,
    reason,
  },
  examples: [
    'funds-consents agree --bank 01 --customer 1000000055 --iban DE40100100103307118608 --organisation PSDNL-DNB-4711 --name "Shopping Friend" --employee e-17 --reason "signed in the branch"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const { currency, iban } = options;
    const { consentId } = await recordAgreement(context, {
      customerNumber: options.customer,
      terms: {
        account: { iban, ...(currency === undefined ? {} : { currency }) },
        cardNumber: options.card,
        cardExpiryDate: undefined,
        cardInformation: undefined,
        registrationInformation: undefined,
      },
      organisationId: options.organisation,
      thirdPartyName: options.name,
      employeeId: options.employee,
      reason: options.reason,
    });
    out.result({ bank: options.bank, consent: consentId }, [
      `${consentId}: valid`,
      `next: funds-consents show ${consentId} --bank ${options.bank}`,
    ]);
  },
});

/** Commands with which staff record, list, show and end consents of customers to the confirmation of funds. */
export const fundsConsentCommands: CommandGroup = {
  name: 'funds-consents',
  summary: 'record, list, show and end consents of customers to the confirmation of funds',
  commands: [list, show, end, agree],
};

function asJson(head: FundsConsentHead): object {
  const { approvedAt, consentId, organisationId, origin, owner, proxy, status, thirdPartyName, userId } =
    head;
  return {
    consent: consentId,
    status,
    changedAt: toWireTimestamp(head.changedAt),
    organisation: organisationId,
    thirdParty: thirdPartyName,
    origin,
    customer: owner ?? null,
    user: userId ?? null,
    proxy: proxy ?? null,
    approvedAt: approvedAt === undefined ? null : toWireTimestamp(approvedAt),
  };
}
