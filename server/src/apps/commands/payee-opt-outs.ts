import {
  endPayeeOptOut,
  findPayeeOptOut,
  paymentsCapability,
  setPayeeOptOut,
} from '#capabilities/payments/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { database, portsOf } from '../program/need.ts';
import { bank, required, text } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';

const customer = required(text('NUMBER', 'customer number of the firm'));

const show = defineCommand({
  name: 'show',
  summary: 'show whether a firm has opted out of the verification of payees, who entered it and when',
  options: { bank, customer },
  examples: ['payee-opt-outs show --bank 01 --customer 1000000055'],
  needs: database,
  async run({ contextFor, options, out }) {
    const found = await findPayeeOptOut(contextFor(options.bank), options.customer);
    const optOut = found === undefined ? null : { setBy: found.setBy, setAt: toWireTimestamp(found.setAt) };
    out.result({ bank: options.bank, customer: options.customer, optOut }, [
      optOut === null
        ? `${options.customer}: payees of its payments are verified`
        : `${options.customer}: opted out for packages of payments, entered by ${optOut.setBy} at ${optOut.setAt}`,
    ]);
  },
});

const set = defineCommand({
  name: 'set',
  summary: 'enter that a firm opts out: third parties may leave out the verification of payees of its bulks',
  options: { bank, customer, employee },
  examples: ['payee-opt-outs set --bank 01 --customer 1000000055 --employee e-17'],
  needs: portsOf(paymentsCapability),
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await setPayeeOptOut(context, { customerNumber: options.customer, employeeId: options.employee });
    out.result({ bank: options.bank, customer: options.customer, optedOut: true }, [
      `${options.customer}: opted out for packages of payments`,
      `next: payee-opt-outs show --bank ${options.bank} --customer ${options.customer}`,
    ]);
  },
});

const end = defineCommand({
  name: 'end',
  summary: 'enter that a firm opts in again: the payees of all its payments are verified',
  options: { bank, customer, employee },
  examples: ['payee-opt-outs end --bank 01 --customer 1000000055 --employee e-17'],
  needs: database,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await endPayeeOptOut(context, { customerNumber: options.customer, employeeId: options.employee });
    out.result({ bank: options.bank, customer: options.customer, optedOut: false }, [
      `${options.customer}: payees of its payments are verified`,
      `next: payee-opt-outs show --bank ${options.bank} --customer ${options.customer}`,
    ]);
  },
});

/** Commands with which staff enter what contracts of firms say about the verification of payees. */
export const payeeOptOutCommands: CommandGroup = {
  name: 'payee-opt-outs',
  summary: 'enter and end opt-outs of firms from the verification of payees of bulks',
  commands: [show, set, end],
};
