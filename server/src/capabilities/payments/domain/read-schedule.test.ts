import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { readSchedule, type SentSchedule } from './read-schedule.ts';

const today = Temporal.PlainDate.from('2026-11-18');
const read = (sent: SentSchedule) => readSchedule(sent, today);

/** Members with a fault, and which code of its own the fault has. */
function faultsOf(sent: SentSchedule): readonly string[] {
  const result = read(sent);
  return result.kind === 'schedule'
    ? []
    : result.faults.map(({ at, kind }) => [at.join('/'), kind].filter(Boolean).join(' '));
}

describe('a schedule of a third party', () => {
  test('is read with every member', () => {
    expect(
      read({
        startDate: '2026-12-01',
        endDate: '2027-12-01',
        frequency: 'MonthlyVariable',
        executionRule: 'preceding',
        dayOfExecution: '15',
        monthsOfExecution: ['2', '11'],
      }),
    ).toEqual({
      kind: 'schedule',
      schedule: {
        startDate: Temporal.PlainDate.from('2026-12-01'),
        endDate: Temporal.PlainDate.from('2027-12-01'),
        frequency: 'MonthlyVariable',
        executionRule: 'preceding',
        dayOfExecution: 15,
        monthsOfExecution: [2, 11],
      },
    });
  });

  test('starts today without a first day, and may be spelled as older clients do', () => {
    expect(read({ frequency: 'everytwoweeks', dayOfExecution: '03' })).toEqual({
      kind: 'schedule',
      schedule: { startDate: today, frequency: 'EveryTwoWeeks', dayOfExecution: 3 },
    });
  });

  test.each<[string, SentSchedule, readonly string[]]>([
    ['without a frequency', {}, ['frequency']],
    ['with an unknown one', { frequency: 'Hourly' }, ['frequency']],
    ['with an unknown rule', { frequency: 'Monthly', executionRule: 'nearest' }, ['executionRule']],
    ['with a day that no month has', { frequency: 'Monthly', dayOfExecution: '32' }, ['dayOfExecution']],
    ['with the day zero', { frequency: 'Monthly', dayOfExecution: '00' }, ['dayOfExecution']],
    ['with a day that no week has', { frequency: 'Weekly', dayOfExecution: '8' }, ['dayOfExecution']],
    ['with a day for each day', { frequency: 'Daily', dayOfExecution: '1' }, ['dayOfExecution']],
    [
      'with months for another frequency',
      { frequency: 'Annual', monthsOfExecution: ['3'] },
      ['monthsOfExecution'],
    ],
    ['without months', { frequency: 'MonthlyVariable' }, ['monthsOfExecution']],
    ['with no months', { frequency: 'MonthlyVariable', monthsOfExecution: [] }, ['monthsOfExecution']],
    [
      'with a month twice',
      { frequency: 'MonthlyVariable', monthsOfExecution: ['3', '03'] },
      ['monthsOfExecution'],
    ],
    [
      'with a thirteenth month',
      { frequency: 'MonthlyVariable', monthsOfExecution: ['13'] },
      ['monthsOfExecution'],
    ],
    ['that has started', { frequency: 'Monthly', startDate: '2026-11-17' }, ['startDate']],
    [
      'that ends first',
      { frequency: 'Monthly', startDate: '2027-01-02', endDate: '2027-01-01' },
      ['endDate period'],
    ],
    [
      'whose day is not in its period',
      { frequency: 'Monthly', dayOfExecution: '17', endDate: '2026-12-16' },
      ['endDate period'],
    ],
    [
      'with several faults',
      { frequency: 'Monthly', executionRule: 'x', dayOfExecution: 'x' },
      ['executionRule', 'dayOfExecution'],
    ],
  ])('%s is refused', (_, sent, faults) => {
    expect(faultsOf(sent)).toEqual(faults);
  });
});
