import {
  cancelPendingAction,
  clientCapability,
  publishTerms,
  requestableKinds,
  requestPendingAction,
} from '#capabilities/client/index.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, choice, count, flag, required, text, textLike, uuid, withDefault } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';

const needs = portsOf(clientCapability);
const daysMax = 365;
const days = withDefault(count('DAYS', 'days until it is due', { min: 1, max: daysMax }), 30);
const mandatory = flag('restrict the client when it is past due');

const request = defineCommand({
  name: 'request',
  summary: 'ask a customer to do something',
  options: {
    bank,
    customer: required(text('NUMBER', 'customer number')),
    kind: required(choice('KIND', requestableKinds, 'what to do')),
    days,
    mandatory,
    employee,
  },
  examples: [
    'pending-actions request --bank 01 --customer 1000000048 --kind confirm-personal-data --days 14 --employee e-17',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const isNew = await requestPendingAction(context, {
      customerNumber: options.customer,
      kind: options.kind,
      dueDays: options.days,
      isMandatory: options.mandatory,
      employeeId: options.employee,
    });
    out.result({ bank: options.bank, customer: options.customer, kind: options.kind, requested: isNew }, [
      `${options.customer}: ${options.kind} ${isNew ? 'requested' : 'is requested already'}`,
    ]);
  },
});

const cancel = defineCommand({
  name: 'cancel',
  summary: 'take an action back that is no longer needed',
  options: { bank, action: required(uuid('ID', 'id of the action')), employee },
  examples: [
    'pending-actions cancel --bank 01 --action 01936d0e-5b1c-7abc-8def-0123456789ab --employee e-17',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await cancelPendingAction(context, { actionId: options.action, employeeId: options.employee });
    out.result({ bank: options.bank, action: options.action, status: 'cancelled' }, [
      `${options.action}: cancelled by ${options.employee}`,
    ]);
  },
});

const versionMax = 40;

const publish = defineCommand({
  name: 'publish-terms',
  summary: 'publish a version of the terms; customers are asked to accept it when they read their data',
  options: {
    bank,
    terms: required(
      textLike('VERSION', 'name of the version of the terms', {
        expected: `1 to ${versionMax} characters`,
        isValid: (given) => given.trim() !== '' && given.length <= versionMax,
      }),
    ),
    days,
    mandatory,
    employee,
  },
  examples: ['pending-actions publish-terms --bank 01 --terms 2027-01 --days 60 --mandatory --employee e-17'],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await publishTerms(context, {
      version: options.terms,
      dueDays: options.days,
      isMandatory: options.mandatory,
      employeeId: options.employee,
    });
    out.result({ bank: options.bank, version: options.terms }, [
      `bank ${options.bank}: terms ${options.terms} published`,
    ]);
  },
});

/** Commands with which staff ask customers to do something. */
export const pendingActionCommands: CommandGroup = {
  name: 'pending-actions',
  summary: 'ask customers to do something, and publish terms',
  commands: [request, cancel, publish],
};
