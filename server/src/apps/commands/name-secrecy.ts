import {
  endNameSecrecy,
  findNameSecrecy,
  partyCapability,
  setNameSecrecy,
} from '#capabilities/party/index.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, required, text } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';

const needs = portsOf(partyCapability);
const party = required(text('NUMBER', 'party number'));

const show = defineCommand({
  name: 'show',
  summary: 'show whether the name of a party is secret, and who entered it',
  options: { bank, party },
  examples: ['parties name-secrecy show --bank 01 --party 1000000048'],
  needs,
  async run({ contextFor, options, out }) {
    const found = await findNameSecrecy(contextFor(options.bank), options.party);
    out.result({ bank: options.bank, party: options.party, nameSecrecy: found ?? null }, [
      found === undefined
        ? `${options.party}: the name is compared when its accounts are verified as payees`
        : `${options.party}: the name is secret, entered by ${found.enteredBy}`,
    ]);
  },
});

const set = defineCommand({
  name: 'set',
  summary: 'make the name of a party secret: verifications of payees do not tell that its accounts exist',
  options: { bank, party, employee },
  examples: ['parties name-secrecy set --bank 01 --party 1000000048 --employee e-17'],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await setNameSecrecy(context, { partyNumber: options.party, employeeId: options.employee });
    out.result({ bank: options.bank, party: options.party, isSecret: true }, [
      `${options.party}: the name is secret`,
    ]);
  },
});

const end = defineCommand({
  name: 'end',
  summary: 'let verifications of payees compare the name of a party again',
  options: { bank, party, employee },
  examples: ['parties name-secrecy end --bank 01 --party 1000000048 --employee e-17'],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await endNameSecrecy(context, { partyNumber: options.party, employeeId: options.employee });
    out.result({ bank: options.bank, party: options.party, isSecret: false }, [
      `${options.party}: the name is compared when its accounts are verified as payees`,
    ]);
  },
});

/** Commands with which staff protect parties whose name must not become known, for example people in danger. */
export const nameSecrecyCommands: CommandGroup = {
  name: 'parties name-secrecy',
  summary: 'make the names of parties secret towards third parties and other banks',
  commands: [show, set, end],
};
