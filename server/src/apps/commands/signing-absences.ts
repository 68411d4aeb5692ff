import { authorizationCapability, listSigningAbsences } from '#capabilities/authorization/index.ts';
import { parseTimestamp, toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { usageError } from '../program/failure.ts';
import { portsOf } from '../program/need.ts';
import { flag, required, text, textLike, uuid } from '../program/option.ts';
import { employee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';
import { proposalLines, proposeFor } from './signing-changes.ts';
import { ofOwner } from './signing-rule-change.ts';

const needs = portsOf(authorizationCapability);
const time = {
  expected: 'a time like 2026-08-01T00:00:00Z',
  isValid: (given: string) => parseTimestamp(given) !== undefined,
};

const list = defineCommand({
  name: 'list',
  summary: 'list absences that are not over, or all',
  options: { ...ofOwner, all: flag('also absences that are over') },
  examples: ['signing-rules absences list --bank 01 --owner 1000000048'],
  needs,
  async run({ contextFor, options: { all: isAll, bank: bankId, owner }, out }) {
    const absences = await listSigningAbsences(contextFor(bankId), {
      owner,
      selection: isAll ? 'all' : 'open',
    });
    const rows = absences.map(({ absenceId, delegateId, endedAt, from, until, userId }) => ({
      absenceId,
      userId,
      delegateId: delegateId ?? null,
      from: toWireTimestamp(from),
      until: toWireTimestamp(until),
      endedAt: endedAt === undefined ? null : toWireTimestamp(endedAt),
    }));
    const lines = rows.map(
      ({ absenceId, delegateId, endedAt, from, until, userId }) =>
        `${absenceId}  ${userId}  ${from} to ${until}${delegateId === null ? '' : `, ${delegateId} signs instead`}${endedAt === null ? '' : `, ended at ${endedAt}`}`,
    );
    out.result(
      { bank: bankId, owner, absences: rows },
      lines.length === 0 ? [`${owner}: no absences`] : lines,
    );
  },
});

const propose = defineCommand({
  name: 'propose',
  summary: 'propose an absence and a delegate, for another employee to approve',
  options: {
    ...ofOwner,
    user: required(text('USER', 'user id of the absent user')),
    from: required(textLike('TIME', 'first moment of the absence', time)),
    until: required(textLike('TIME', 'end of the absence', time)),
    delegate: text('USER', 'user id of the user who may sign instead'),
    employee,
    reason,
  },
  examples: [
    'signing-rules absences propose --bank 01 --owner 1000000048 --user ANNA --from 2026-08-01T00:00:00Z --until 2026-09-01T00:00:00Z --delegate BEN --employee e-17 --reason "letter of the board"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const { delegate: delegateId, user: userId } = options;
    const [from, until] = [parseTimestamp(options.from), parseTimestamp(options.until)];
    if (from === undefined || until === undefined || from.epochMilliseconds >= until.epochMilliseconds)
      throw usageError('--until must be later than --from');
    const content = { kind: 'absence', userId, delegateId, from, until } as const;
    const outcome = await proposeFor(contextFor(options.bank), config, { ...options, content });
    out.result({ userId, delegateId, ...outcome }, [
      `${userId} is absent${delegateId === undefined ? '' : `, ${delegateId} may sign instead`}`,
      ...proposalLines(options.bank, outcome),
    ]);
  },
});

const end = defineCommand({
  name: 'end',
  summary: 'propose to end an absence early, for another employee to approve',
  options: { ...ofOwner, absence: required(uuid('ID', 'id of the absence')), employee, reason },
  examples: [
    'signing-rules absences end --bank 01 --owner 1000000048 --absence 01936d0e-5b1c-7abc-8def-0123456789ab --employee e-17 --reason "is back"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const content = { kind: 'absence-end', absenceId: options.absence } as const;
    const outcome = await proposeFor(contextFor(options.bank), config, { ...options, content });
    out.result({ absenceId: options.absence, ...outcome }, proposalLines(options.bank, outcome));
  },
});

/** Commands with which the bank manages absences of signers. */
export const signingAbsenceCommands: CommandGroup = {
  name: 'signing-rules absences',
  summary: 'list, enter and end absences of signers',
  commands: [list, propose, end],
};
