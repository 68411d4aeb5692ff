import { systemClock } from '#platform/kernel/clock.ts';
import { listSetAsideRows, retrySetAsideRow } from '#platform/work/set-aside.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { refusal } from '../program/failure.ts';
import { workerDatabase } from '../program/need.ts';
import { bank, required, text } from '../program/option.ts';

const list = defineCommand({
  name: 'list',
  summary: 'list rows that timed work could not process',
  examples: ['set-aside list'],
  needs: workerDatabase,
  async run({ out, worker }) {
    const rows = await listSetAsideRows(worker);
    out.result({ setAside: rows }, [
      ...rows.map(
        ({ attempts, bankId, job, key, lastError, retryAt, since }) =>
          `${since.toString()}  bank ${bankId}  ${job}  ${key}  ${attempts} attempts  ${lastError}  next ${retryAt.toString()}`,
      ),
      rows.length === 0
        ? 'no row is set aside'
        : `${rows.length} set aside; next: set-aside retry BANK JOB KEY`,
    ]);
  },
});

const retry = defineCommand({
  name: 'retry',
  summary: 'let the next run of a job retry a row',
  operands: {
    bank,
    job: required(text('JOB', 'name of the job, as listed')),
    key: required(text('KEY', 'key of the row, as listed')),
  },
  examples: ['set-aside retry 01 erase-ended 1000000048'],
  needs: workerDatabase,
  async run({ operands: { bank: bankId, job, key }, out, worker }) {
    if (!(await retrySetAsideRow(worker, systemClock, { bankId, job, key })))
      throw refusal('no such row is set aside');
    out.result({ bank: bankId, job, key, outcome: 'due' }, ['the next run of this job retries it']);
  },
});

/** Commands for rows that timed work could not process. */
export const setAsideCommands: CommandGroup = {
  name: 'set-aside',
  summary: 'manage rows that timed work could not process',
  commands: [list, retry],
};
