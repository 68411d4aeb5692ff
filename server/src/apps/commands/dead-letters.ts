import type { Database } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import {
  type DeadLetter,
  discardDeadLetter,
  findDeadLetter,
  listDeadLetters,
  replayDeadLetter,
} from '#platform/work/dead-letters.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { refusal } from '../program/failure.ts';
import { workerDatabase } from '../program/need.ts';
import { required, text, uuid } from '../program/option.ts';

const letter = {
  consumer: required(text('CONSUMER', 'name of the event handler')),
  'event-id': required(uuid('EVENT-ID', 'id of the event')),
};
const eventExample = '01980000-0000-7000-8000-000000000000';

const list = defineCommand({
  name: 'list',
  summary: 'list events whose handler failed too often',
  examples: ['dead-letters list'],
  needs: workerDatabase,
  async run({ out, worker }) {
    const letters = await listDeadLetters(worker);
    out.result({ deadLetters: letters }, [
      ...letters.map(lineOf),
      letters.length === 0
        ? 'no dead letters'
        : `${letters.length} dead letters; next: dead-letters replay CONSUMER EVENT-ID`,
    ]);
  },
});

const replay = defineCommand({
  name: 'replay',
  summary: 'retry an event, and then those that wait behind it',
  operands: letter,
  examples: [`dead-letters replay CONSUMER ${eventExample}`],
  needs: workerDatabase,
  async run({ operands: { consumer, 'event-id': eventId }, out, worker }) {
    if (!(await replayDeadLetter(worker, consumer, eventId))) throw unknown();
    out.result({ consumer, eventId, outcome: 'replayed' }, ['will be retried']);
  },
});

const discard = defineCommand({
  name: 'discard',
  summary: 'give up an event, and go on with those that wait behind it',
  operands: letter,
  examples: [`dead-letters discard CONSUMER ${eventExample}`],
  needs: workerDatabase,
  preview: async ({ operands: { consumer, 'event-id': eventId }, worker }) => [
    `discards ${lineOf(await find(worker, consumer, eventId))}`,
  ],
  async run({ operands: { consumer, 'event-id': eventId }, out, worker }) {
    if (!(await discardDeadLetter(worker, systemClock, { consumer, eventId }))) throw unknown();
    out.result({ consumer, eventId, outcome: 'discarded' }, ['discarded']);
  },
});

/** Commands for events whose handler failed. */
export const deadLetterCommands: CommandGroup = {
  name: 'dead-letters',
  summary: 'manage events whose handler failed',
  commands: [list, replay, discard],
};

async function find(worker: Database, consumer: string, eventId: string): Promise<DeadLetter> {
  const found = await findDeadLetter(worker, { consumer, eventId });
  if (found === undefined) throw unknown();
  return found;
}

function lineOf({ attempts, bankId, consumer, eventId, eventName, lastError, since }: DeadLetter): string {
  return `${since.toString()}  bank ${bankId}  ${consumer}  ${eventId}  ${eventName}  ${attempts} attempts  ${lastError}`;
}

function unknown(): Error {
  return refusal('no such dead letter');
}
