import {
  decidePolicy,
  getPolicy,
  type HeldPolicy,
  listPolicies,
  proposePolicy,
} from '#capabilities/configuration/index.ts';
import type { Policy } from '#platform/kernel/policy.ts';
import type { PolicyChange } from '#platform/kernel/policy-change.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { refusal } from '../program/failure.ts';
import { database } from '../program/need.ts';
import { bank, required, text, textLike, uuid } from '../program/option.ts';
import { policies } from '../wiring.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';
import { endOf, startOf, timeOrDay } from './command-time.ts';
import { bankChangeAsJson, decisionOf } from './format-bank-change.ts';

const needs = database;
const name = required(text('NAME', 'name of the policy, as listed'));
const change = required(uuid('ID', 'id of the change, as listed'));
const value = required(
  textLike('VALUE', 'the new value, or default', {
    expected: 'a whole number, or default',
    isValid: (given) => /^(?:default|\d{1,9})$/.test(given),
  }),
);

const list = defineCommand({
  name: 'list',
  summary: 'list the numbers that a bank may choose, with the values that hold now',
  options: { bank },
  examples: ['policies list --bank 01'],
  needs,
  async run({ contextFor, options, out }) {
    const held = await listPolicies(contextFor(options.bank), policies);
    out.result({ bank: options.bank, policies: held.map(asJson) }, held.map(lineOf));
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'show the value that holds, or held on a day, and how it came about',
  options: { bank, name, at: timeOrDay('the value at this time, or at the end of this day; now without it') },
  examples: [
    'policies show --bank 01 --name email-codes-per-day',
    'policies show --bank 01 --name email-codes-per-day --at 2026-12-01',
  ],
  needs,
  async run({ contextFor, options, out }) {
    const policy = policyOf(options.name);
    const context = contextFor(options.bank);
    const at = (options.at === undefined ? undefined : endOf(options.at)) ?? context.clock.now();
    const { changes, next, value: held } = await getPolicy(context, { policy, at });
    out.result(
      {
        bank: options.bank,
        name: policy.name,
        at: toWireTimestamp(at),
        value: held,
        next: next === undefined ? null : changeAsJson(next),
        changes: changes.map(changeAsJson),
      },
      [
        `${policy.name}: ${held} ${policy.unit} at ${toWireTimestamp(at)}${nextOf(next)}`,
        ...changes.map((one) => changeLine(policy, one)),
      ],
    );
  },
});

const propose = defineCommand({
  name: 'propose',
  summary: 'propose a value, for another employee to approve',
  options: {
    bank,
    name,
    value,
    from: timeOrDay('when it takes effect; from its approval on without it'),
    employee,
    reason,
  },
  examples: [
    'policies propose --bank 01 --name email-codes-per-day --value 2 --employee e-17 --reason "fewer messages"',
    'policies propose --bank 01 --name email-codes-per-day --value default --from 2026-12-01 --employee e-17 --reason "end of the trial"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const policy = policyOf(options.name);
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const changeId = await proposePolicy(context, {
      policy,
      value: options.value === 'default' ? undefined : Number(options.value),
      effectiveFrom: options.from === undefined ? undefined : startOf(options.from),
      reason: options.reason,
      employeeId: options.employee,
    });
    out.result({ bank: options.bank, name: policy.name, proposed: options.value, changeId }, [
      `${policy.name}: ${options.value} proposed by ${options.employee}`,
      `next: another employee: policies approve --bank ${options.bank} --name ${policy.name} --change ${changeId} --employee …`,
    ]);
  },
});

const approve = defineCommand({
  name: 'approve',
  summary: 'approve the value that another employee proposed',
  options: { bank, name, change, employee },
  examples: [
    'policies approve --bank 01 --name email-codes-per-day --change 01936d0e-5b1c-7abc-8def-0123456789ab --employee e-23',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const policy = policyOf(options.name);
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const decided = await decidePolicy(context, {
      policy,
      changeId: options.change,
      verdict: 'approve',
      employeeId: options.employee,
    });
    out.result({ bank: options.bank, change: changeAsJson(decided) }, [changeLine(policy, decided)]);
  },
});

const reject = defineCommand({
  name: 'reject',
  summary: 'reject the proposed value, or withdraw it',
  options: { bank, name, change, employee },
  examples: [
    'policies reject --bank 01 --name email-codes-per-day --change 01936d0e-5b1c-7abc-8def-0123456789ab --employee e-23',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const policy = policyOf(options.name);
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const decided = await decidePolicy(context, {
      policy,
      changeId: options.change,
      verdict: 'reject',
      employeeId: options.employee,
    });
    out.result({ bank: options.bank, change: changeAsJson(decided) }, [changeLine(policy, decided)]);
  },
});

/** Commands with which a bank changes its policy values, two employees for each change. */
export const policyCommands: CommandGroup = {
  name: 'policies',
  summary: 'change the numbers that a bank may choose, two employees for each',
  commands: [list, show, propose, approve, reject],
};

function policyOf(given: string): Policy {
  const found = policies.find((policy) => policy.name === given);
  if (found === undefined) throw refusal(`no policy is named ${given}`, ['next: policies list --bank BANK']);
  return found;
}

function lineOf({ next, policy, proposed, value: held }: HeldPolicy): string {
  const limits = `default ${policy.default}, ${policy.min} to ${policy.max}`;
  const waits =
    proposed === undefined
      ? ''
      : `; ${proposed.value ?? 'default'} proposed by ${proposed.proposedBy} as ${proposed.changeId}`;
  return `${policy.name}: ${held} ${policy.unit} (${limits})${nextOf(next)}${waits}`;
}

function nextOf(next: PolicyChange | undefined): string {
  return next === undefined ? '' : `; ${next.value ?? 'default'} from ${toWireTimestamp(next.effectiveFrom)}`;
}

function asJson({ next, policy, proposed, value: held }: HeldPolicy): object {
  return {
    ...policy,
    value: held,
    next: next === undefined ? null : changeAsJson(next),
    proposed: proposed === undefined ? null : changeAsJson(proposed),
  };
}

function changeLine(policy: Policy, one: PolicyChange): string {
  const chosen = one.value === undefined ? `default (${policy.default})` : String(one.value);
  return `${one.changeId}  ${policy.name}: ${chosen} ${decisionOf(one)}`;
}

function changeAsJson(one: PolicyChange): object {
  return { ...bankChangeAsJson(one), name: one.name, value: one.value ?? null };
}
