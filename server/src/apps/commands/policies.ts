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
import { bank, required, text, textLike } from '../program/option.ts';
import { policies } from '../wiring.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';
import { endOf, startOf, timeOrDay } from './command-time.ts';

const needs = database;
const name = required(text('NAME', 'name of the policy, as listed'));
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
    const { changes, value: held } = await getPolicy(context, { policy, at });
    out.result(
      {
        bank: options.bank,
        name: policy.name,
        at: toWireTimestamp(at),
        value: held,
        changes: changes.map(changeAsJson),
      },
      [
        `${policy.name}: ${held} ${policy.unit} at ${toWireTimestamp(at)}`,
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
    await proposePolicy(context, {
      policy,
      value: options.value === 'default' ? undefined : Number(options.value),
      effectiveFrom: options.from === undefined ? undefined : startOf(options.from),
      reason: options.reason,
      employeeId: options.employee,
    });
    out.result({ bank: options.bank, name: policy.name, proposed: options.value }, [
      `${policy.name}: ${options.value} proposed by ${options.employee}`,
      `next: another employee: policies approve --bank ${options.bank} --name ${policy.name} --employee …`,
    ]);
  },
});

const approve = defineCommand({
  name: 'approve',
  summary: 'approve the value that another employee proposed',
  options: { bank, name, employee },
  examples: ['policies approve --bank 01 --name email-codes-per-day --employee e-23'],
  needs,
  async run({ config, contextFor, options, out }) {
    const policy = policyOf(options.name);
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const change = await decidePolicy(context, { policy, verdict: 'approve', employeeId: options.employee });
    out.result({ bank: options.bank, change: changeAsJson(change) }, [changeLine(policy, change)]);
  },
});

const reject = defineCommand({
  name: 'reject',
  summary: 'reject the proposed value, or withdraw it',
  options: { bank, name, employee },
  examples: ['policies reject --bank 01 --name email-codes-per-day --employee e-23'],
  needs,
  async run({ config, contextFor, options, out }) {
    const policy = policyOf(options.name);
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const change = await decidePolicy(context, { policy, verdict: 'reject', employeeId: options.employee });
    out.result({ bank: options.bank, change: changeAsJson(change) }, [changeLine(policy, change)]);
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

function lineOf({ policy, proposed, value: held }: HeldPolicy): string {
  const limits = `default ${policy.default}, ${policy.min} to ${policy.max}`;
  const waits =
    proposed === undefined ? '' : `; ${proposed.value ?? 'default'} proposed by ${proposed.proposedBy}`;
  return `${policy.name}: ${held} ${policy.unit} (${limits})${waits}`;
}

function asJson({ policy, proposed, value: held }: HeldPolicy): object {
  return { ...policy, value: held, proposed: proposed === undefined ? null : changeAsJson(proposed) };
}

function changeLine(policy: Policy, change: PolicyChange): string {
  const { decidedAt, decidedBy, effectiveFrom, proposedBy, reason: why, state } = change;
  const chosen = change.value === undefined ? `default (${policy.default})` : String(change.value);
  const decision =
    decidedAt === undefined ? 'waits' : `${state} by ${decidedBy ?? ''} at ${toWireTimestamp(decidedAt)}`;
  return `${policy.name}: ${chosen} from ${toWireTimestamp(effectiveFrom)}, proposed by ${proposedBy}: ${why}; ${decision}`;
}

function changeAsJson(change: PolicyChange): object {
  const {
    decidedAt,
    decidedBy,
    effectiveFrom,
    name: itsName,
    proposedAt,
    proposedBy,
    reason: why,
    state,
  } = change;
  return {
    name: itsName,
    value: change.value ?? null,
    state,
    reason: why,
    effectiveFrom: toWireTimestamp(effectiveFrom),
    proposedBy,
    proposedAt: toWireTimestamp(proposedAt),
    decidedBy: decidedBy ?? null,
    decidedAt: decidedAt === undefined ? null : toWireTimestamp(decidedAt),
  };
}
