import { authorizationCapability, listSigningGroups } from '#capabilities/authorization/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { required, text } from '../program/option.ts';
import { employee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';
import { endOf, timeOrDay } from './command-time.ts';
import { proposalLines, proposeFor } from './signing-changes.ts';
import { contentOf, ofOwner } from './signing-rule-change.ts';
import { groupsIn } from './signing-rule-files.ts';

const needs = portsOf(authorizationCapability);

const list = defineCommand({
  name: 'list',
  summary: 'list members of groups, now or at a time',
  options: { ...ofOwner, at: timeOrDay('members at this time, or at the end of this day; now without it') },
  examples: [
    'signing-rules groups list --bank 01 --owner 1000000048',
    'signing-rules groups list --bank 01 --owner 1000000048 --at 2026-12-01',
  ],
  needs,
  async run({ contextFor, options: { at, bank: bankId, owner }, out }) {
    const members = await listSigningGroups(contextFor(bankId), {
      owner,
      at: at === undefined ? undefined : endOf(at),
    });
    const rows = members.map(({ groupId, userId, validFrom, validUntil }) => ({
      group: groupId,
      userId,
      validFrom: toWireTimestamp(validFrom),
      validUntil: validUntil === undefined ? null : toWireTimestamp(validUntil),
    }));
    const lines = rows.map(
      ({ group, userId, validFrom, validUntil }) =>
        `${group}  ${userId}  ${validFrom} to ${validUntil ?? 'its end'}`,
    );
    out.result({ bank: bankId, owner, members: rows }, lines.length === 0 ? [`${owner}: no members`] : lines);
  },
});

const propose = defineCommand({
  name: 'propose',
  summary: 'propose the members of groups, one change for each group, for another employee to approve',
  operands: { file: required(text('FILE', 'JSON file')) },
  options: { ...ofOwner, employee, reason },
  examples: [
    'signing-rules groups propose groups.json --bank 01 --owner 1000000048 --employee e-17 --reason "board resolution"',
  ],
  needs,
  async run({ config, contextFor, operands, options, out }) {
    const deps = contextFor(options.bank);
    for (const { groupId, members } of contentOf(await groupsIn(operands.file))) {
      const content = { kind: 'group', groupId, members } as const;
      const outcome = await proposeFor(deps, config, { ...options, content });
      out.progress(
        { group: groupId, members: members.length, ...outcome },
        `${groupId}: ${members.length} members`,
      );
      for (const line of proposalLines(options.bank, outcome)) out.progress({ group: groupId }, line);
    }
  },
});

/** Commands with which the bank manages groups of signers. */
export const signingGroupCommands: CommandGroup = {
  name: 'signing-rules groups',
  summary: 'list and change groups of signers',
  commands: [list, propose],
};
