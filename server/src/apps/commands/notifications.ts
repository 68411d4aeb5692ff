import {
  type DeadNotification,
  listDeadNotifications,
  resendNotifications,
} from '#capabilities/tpp-notifications/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/failure.ts';
import { database } from '../program/need.ts';
import { bank, flag, textLike, uuid } from '../program/option.ts';
import { bankSelection, bankSelectionRules, banksOf } from './bank-selection.ts';

const listedMax = 10_000;

const list = defineCommand({
  name: 'list',
  summary: 'list messages to third parties that were given up',
  options: bankSelection,
  rules: bankSelectionRules,
  examples: ['notifications list --all-banks'],
  needs: database,
  async run({ config, contextFor, options, out }) {
    const found: object[] = [];
    const lines: string[] = [];
    for (const bankId of banksOf(options, config)) {
      const dead = await allDead(contextFor(bankId));
      if (dead.length === 0) lines.push(`bank ${bankId}: no message was given up`);
      for (const one of dead) {
        const {
          attempts,
          endedAt,
          failure,
          notificationId,
          organisationId,
          resourceId,
          resourceKind,
          status,
        } = one;
        const at = toWireTimestamp(endedAt);
        found.push({
          bank: bankId,
          id: notificationId,
          organisation: organisationId,
          resource: `${resourceKind} ${resourceId}`,
          status,
          attempts,
          failure,
          givenUpAt: at,
        });
        lines.push(
          `bank ${bankId}: ${notificationId}: ${organisationId}, ${resourceKind} ${resourceId} ${status}, ${attempts} attempts, ${failure}, given up ${at}`,
        );
      }
    }
    out.result({ notifications: found }, lines);
  },
});

async function allDead(context: Context): Promise<readonly DeadNotification[]> {
  const found: DeadNotification[] = [];
  let page = await listDeadNotifications(context);
  while (page.length > 0 && found.length < listedMax) {
    found.push(...page);
    page = await listDeadNotifications(context, page.at(-1));
  }
  return found;
}

const resend = defineCommand({
  name: 'resend',
  summary: 'send messages again that were given up: one, those of a third party, or all of a bank',
  options: {
    bank,
    id: uuid('ID', 'the message, as `notifications list` names it'),
    organisation: textLike('ORGANISATION', 'organizationIdentifier of a third party', {
      expected: 'an identifier such as PSDDE-BAFIN-12345',
      isValid: (given) => /^PSD[A-Z]{2}-[A-Z]{2,8}-\S.{0,100}$/.test(given),
    }),
    all: flag('all messages of the bank that were given up'),
  },
  rules: [{ count: 'exactly one', of: ['id', 'organisation', 'all'] }],
  examples: ['notifications resend --bank 01 --organisation PSDDE-BAFIN-12345'],
  needs: database,
  async run({ contextFor, options, out }) {
    const { bank: bankId, id: notificationId, organisation: organisationId } = options;
    const context = contextFor(bankId);
    let [count, last] = [0, 1];
    while (last > 0) {
      last = await resendNotifications(context, {
        ...(notificationId === undefined ? {} : { notificationId }),
        ...(organisationId === undefined ? {} : { organisationId }),
      });
      count += last;
    }
    out.result({ bank: bankId, resent: count }, [`bank ${bankId}: ${count} messages will be sent again`]);
    return count === 0 ? exitCodes.refused : exitCodes.done;
  },
});

/** Messages to third parties. */
export const notificationCommands: CommandGroup = {
  name: 'notifications',
  summary: 'messages to third parties that could not be delivered',
  commands: [list, resend],
};
