import {
  clientCapability,
  listReviews,
  reviewChangeRequest,
  showReview,
} from '#capabilities/client/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, required, uuid } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';

const needs = portsOf(clientCapability);
const request = required(uuid('ID', 'id of the change request'));

const list = defineCommand({
  name: 'list',
  summary: 'list changes of own data that wait for a review, oldest first',
  options: { bank },
  examples: ['change-requests list --bank 01'],
  needs,
  async run({ contextFor, options, out }) {
    const requests = await listReviews(contextFor(options.bank));
    const rows = requests.map((one) => ({
      id: one.change_request_id,
      customer: one.customer_number,
      kind: one.kind,
      createdAt: toWireTimestamp(one.created_at),
      expiresAt: toWireTimestamp(one.expires_at),
    }));
    const lines = rows.map(
      ({ createdAt, customer, expiresAt, id, kind }) =>
        `${id}  ${kind}  customer ${customer}  requested ${createdAt}  until ${expiresAt}`,
    );
    if (lines.length === 0) lines.push(`bank ${options.bank}: no change waits for a review`);
    out.result({ bank: options.bank, requests: rows }, lines);
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'show what a customer asks to change; the audit trail names the employee',
  options: { bank, request, employee },
  examples: ['change-requests show --bank 01 --request 01936d0e-5b1c-7abc-8def-0123456789ab --employee e-17'],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const shown = await showReview(context, {
      changeRequestId: options.request,
      employeeId: options.employee,
    });
    const { change, customerNumber, documentUrl, kind } = shown;
    out.result({ bank: options.bank, request: options.request, ...shown }, [
      `customer ${customerNumber}: ${kind}`,
      JSON.stringify(change, undefined, 2),
      `document: ${documentUrl ?? 'none'}`,
    ]);
  },
});

const approve = defineCommand({
  name: 'approve',
  summary: 'approve a change; it is applied to the party at once',
  options: { bank, request, employee },
  examples: [
    'change-requests approve --bank 01 --request 01936d0e-5b1c-7abc-8def-0123456789ab --employee e-17',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const { kind } = await reviewChangeRequest(context, {
      changeRequestId: options.request,
      employeeId: options.employee,
      decision: 'approve',
      reason: undefined,
    });
    out.result({ bank: options.bank, request: options.request, status: 'applied' }, [
      `${options.request}: ${kind} applied, approved by ${options.employee}`,
    ]);
  },
});

const reject = defineCommand({
  name: 'reject',
  summary: 'reject a change; nothing is applied',
  options: { bank, request, employee, reason },
  examples: [
    'change-requests reject --bank 01 --request 01936d0e-5b1c-7abc-8def-0123456789ab --employee e-17 --reason "document is not readable"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await reviewChangeRequest(context, {
      changeRequestId: options.request,
      employeeId: options.employee,
      decision: 'reject',
      reason: options.reason,
    });
    out.result({ bank: options.bank, request: options.request, status: 'rejected' }, [
      `${options.request}: rejected by ${options.employee}`,
    ]);
  },
});

/** Commands with which staff review changes of own data. */
export const changeRequestCommands: CommandGroup = {
  name: 'change-requests',
  summary: 'review changes of own data that customers ask for',
  commands: [list, show, approve, reject],
};
