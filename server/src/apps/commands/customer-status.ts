import { decideStatus, grantAppeal, partyCapability, staffTriggers } from '#capabilities/party/index.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, choice, required, text } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';

const needs = portsOf(partyCapability);
const party = required(text('NUMBER', 'party number'));
const trigger = required(choice('TRIGGER', staffTriggers, 'what happened'));

const change = defineCommand({
  name: 'change',
  summary: 'enter a first contact, a refusal or new interest of a party that is no customer yet',
  options: { bank, party, trigger, employee, reason },
  examples: [
    'parties status change --bank 01 --party 1000000048 --trigger customer-refused --employee e-17 --reason "by telephone"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const status = await decideStatus(context, {
      partyNumber: options.party,
      trigger: options.trigger,
      employeeId: options.employee,
      reason: options.reason,
    });
    out.result({ bank: options.bank, party: options.party, status }, [`${options.party}: ${status}`]);
  },
});

const appeal = defineCommand({
  name: 'grant-appeal',
  summary: 'grant the appeal of a rejected party; another employee must do the same within 72 hours',
  options: { bank, party, employee, reason },
  examples: [
    'parties status grant-appeal --bank 01 --party 1000000048 --employee e-17 --reason "another person of that name"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const outcome = await grantAppeal(context, {
      partyNumber: options.party,
      employeeId: options.employee,
      reason: options.reason,
    });
    const next = `next: another employee: parties status grant-appeal --bank ${options.bank} --party ${options.party} --employee … --reason …`;
    out.result({ bank: options.bank, party: options.party, appeal: outcome }, [
      `${options.party}: appeal ${outcome}`,
      ...(outcome === 'requested' ? [next] : []),
    ]);
  },
});

/** Commands with which staff change the status of parties that use no product. */
export const customerStatusCommands: CommandGroup = {
  name: 'parties status',
  summary: 'change the status of parties that use no product',
  commands: [change, appeal],
};
