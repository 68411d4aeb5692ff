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

  test.each<[string, SentSchedule, readonly string[]]>([
    [
      'with a day that no second week has',
      { frequency: 'EveryTwoWeeks', dayOfExecution: '8' },
      ['dayOfExecution'],
    ],
    ['on the last day of a week', { frequency: 'Weekly', dayOfExecution: '7' }, []],
    ['on the first day of a week', { frequency: 'EveryTwoWeeks', dayOfExecution: '1' }, []],
    ['on the last day of a month', { frequency: 'Monthly', dayOfExecution: '31' }, []],
    ['on the first day of a month', { frequency: 'Monthly', dayOfExecution: '1' }, []],
    ['with a day in three digits', { frequency: 'Monthly', dayOfExecution: '001' }, ['dayOfExecution']],
    ['with a day that has a sign', { frequency: 'Monthly', dayOfExecution: '+1' }, ['dayOfExecution']],
    ['with a day and a fraction', { frequency: 'Monthly', dayOfExecution: '1.5' }, ['dayOfExecution']],
    ['in one month', { frequency: 'MonthlyVariable', monthsOfExecution: ['12'] }, []],
    [
      'with one wrong month among right ones',
      { frequency: 'MonthlyVariable', monthsOfExecution: ['1', '13'] },
      ['monthsOfExecution'],
    ],
    [
      'in eleven months',
      { frequency: 'MonthlyVariable', monthsOfExecution: Array.from({ length: 11 }, (_, at) => `${at + 1}`) },
      [],
    ],
    [
      'in all months',
      { frequency: 'MonthlyVariable', monthsOfExecution: Array.from({ length: 12 }, (_, at) => `${at + 1}`) },
      ['monthsOfExecution'],
    ],
    ['that starts today', { frequency: 'Monthly', startDate: '2026-11-18' }, []],
    ['that starts in ten years', { frequency: 'Monthly', startDate: '2036-11-18' }, []],
    ['that starts later', { frequency: 'Monthly', startDate: '2036-11-19' }, ['startDate']],
    [
      'that ends on its first day',
      { frequency: 'Monthly', startDate: '2027-01-02', endDate: '2027-01-02' },
      [],
    ],
  ])('%s is taken or refused', (_, sent, faults) => {
    expect(faultsOf(sent)).toEqual(faults);
    expect(read(sent).kind).toBe(faults.length === 0 ? 'schedule' : 'faults');
  });

  test('says what is wrong', () => {
    const messages = (sent: SentSchedule) => {
      const result = read(sent);
      return result.kind === 'schedule'
        ? []
        : result.faults.map(({ code, message }) => `${code}: ${message}`);
    };
    expect(messages({ frequency: 'x', executionRule: 'x' })).toEqual([
      'enum: Must be one of Daily, Weekly, EveryTwoWeeks, Monthly, EveryTwoMonths, Quarterly, SemiAnnual, Annual, MonthlyVariable.',
      'enum: Must be one of following, preceding.',
    ]);
    expect(messages({ frequency: 'Daily', dayOfExecution: '1' })).toEqual([
      'format: A daily order has no day of execution; leave it out.',
    ]);
    expect(messages({ frequency: 'Weekly', dayOfExecution: '8' })).toEqual([
      'format: Must be a day from 1 to 7.',
    ]);
    expect(messages({ frequency: 'Annual', dayOfExecution: '32' })).toEqual([
      'format: Must be a day from 1 to 31.',
    ]);
    expect(messages({ frequency: 'Annual', monthsOfExecution: ['3'] })).toEqual([
      'format: Only for MonthlyVariable; leave it out.',
    ]);
    expect(messages({ frequency: 'MonthlyVariable' })).toEqual(['required: Field is required.']);
    expect(messages({ frequency: 'MonthlyVariable', monthsOfExecution: ['0'] })).toEqual([
      'format: Must be up to 11 different months from 1 to 12.',
    ]);
    expect(messages({ frequency: 'Annual', startDate: '2026-11-17' })).toEqual([
      'format: Must not be in the past.',
    ]);
    expect(messages({ frequency: 'Annual', startDate: '2037-01-01' })).toEqual([
      'format: Must be within 10 years.',
    ]);
    expect(messages({ frequency: 'Annual', startDate: '2027-01-02', endDate: '2027-01-01' })).toEqual([
      'format: Must not be before the first day.',
    ]);
    expect(messages({ frequency: 'Monthly', dayOfExecution: '17', endDate: '2026-12-16' })).toEqual([
      'format: No day of execution is in this period.',
    ]);
  });
});
