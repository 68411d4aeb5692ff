import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedOfRun } from '#platform/testing/mutants.ts';
import {
  type CoreState,
  coreEvent,
  isFinal,
  isSubmittable,
  nextState,
  type PaymentEvent,
  type PaymentStatus,
  paymentStatuses,
  reasonOf,
  reasonTexts,
} from './payment.ts';

const core = (state: CoreState, isInstant = false) => ({ kind: 'core', state, isInstant }) as const;

const events: Readonly<Record<string, PaymentEvent>> = {
  'with a payee that matches': { kind: 'verified', isMatch: true },
  'with a payee that does not match': { kind: 'verified', isMatch: false },
  'with a payee that the payer confirms': { kind: 'payee-confirmed' },
  'approved by some': { kind: 'approved', extent: 'partly' },
  'approved by all': { kind: 'approved', extent: 'fully', isDateChanged: false },
  'approved by all for a later day': { kind: 'approved', extent: 'fully', isDateChanged: true },
  'not approved in time': { kind: 'expired' },
  cancelled: { kind: 'cancelled' },
  'refused before submission': { kind: 'refused', reason: 'DS0C' },
  'waiting at the core': core('pending'),
  'accepted by the core': core('accepted'),
  'settled by the core': core('settled'),
  'settled at once': core('settled', true),
  'rejected by the core': { ...core('rejected'), reason: 'AM04' },
  'cancelled at the core': core('cancelled'),
  'returned by the core': core('returned'),
  'rejected in part': { kind: 'entries', state: { status: 'PART', reason: undefined } },
};

/** From each state by each event; an event that is not listed changes nothing. SPEC xs2a 6.1 */
const table: Readonly<Record<PaymentStatus, Readonly<Record<string, string>>>> = {
  RCVD: {
    'approved by some': 'PATC',
    'approved by all': 'ACTC',
    'approved by all for a later day': 'ACWC',
    'not approved in time': 'RJCT DS0A',
    cancelled: 'CANC CUST',
  },
  RCVC: {
    'approved by some': 'PATC',
    'approved by all': 'ACTC',
    'approved by all for a later day': 'ACWC',
    'not approved in time': 'RJCT DS0A',
    cancelled: 'CANC CUST',
  },
  RVNC: {
    'with a payee that matches': 'RCVC',
    'with a payee that does not match': 'RVCM',
    'not approved in time': 'RJCT DS0A',
    cancelled: 'CANC CUST',
  },
  RVCM: {
    'with a payee that the payer confirms': 'RCVC',
    'not approved in time': 'RJCT DS0A',
    cancelled: 'CANC CUST',
  },
  PATC: {
    'approved by some': 'PATC',
    'approved by all': 'ACTC',
    'approved by all for a later day': 'ACWC',
    'not approved in time': 'RJCT DS0A',
    cancelled: 'CANC CUST',
  },
  ACTC: {
    cancelled: 'CANC CUST',
    'refused before submission': 'RJCT DS0C',
    'waiting at the core': 'ACCP',
    'accepted by the core': 'ACSP',
    'settled by the core': 'ACSC',
    'settled at once': 'ACCC',
    'rejected by the core': 'RJCT AM04',
    'cancelled at the core': 'CANC CUST',
    'rejected in part': 'PART',
  },
  ACWC: {
    cancelled: 'CANC CUST',
    'refused before submission': 'RJCT DS0C',
    'waiting at the core': 'ACCP',
    'accepted by the core': 'ACSP',
    'settled by the core': 'ACSC',
    'settled at once': 'ACCC',
    'rejected by the core': 'RJCT AM04',
    'cancelled at the core': 'CANC CUST',
    'rejected in part': 'PART',
  },
  ACCP: {
    'accepted by the core': 'ACSP',
    'settled by the core': 'ACSC',
    'settled at once': 'ACCC',
    'rejected by the core': 'RJCT AM04',
    'cancelled at the core': 'CANC CUST',
    'rejected in part': 'PART',
  },
  ACSP: {
    'settled by the core': 'ACSC',
    'settled at once': 'ACCC',
    'rejected by the core': 'RJCT AM04',
    'cancelled at the core': 'CANC CUST',
    'rejected in part': 'PART',
  },
  ACSC: {},
  ACCC: {},
  PART: {},
  RJCT: {},
  CANC: {},
};

describe('a payment', () => {
  const cases = paymentStatuses.flatMap((status) =>
    Object.entries(events).map(([name, event]) => ({ status, name, event, next: table[status][name] })),
  );

  it.each(cases)('in $status, $name, becomes $next', ({ event, next, status }) => {
    const state = nextState(status, event);
    expect(state && [state.status, state.reason].filter((part) => part !== undefined).join(' ')).toBe(next);
  });

  it('that has ended never changes', () => {
    const final = paymentStatuses.filter(isFinal);
    expect(final).toEqual(['ACSC', 'ACCC', 'PART', 'RJCT', 'CANC']);
    for (const status of final)
      for (const event of Object.values(events)) expect(nextState(status, event)).toBeUndefined();
  });

  it('ends the same whatever the order and the number of the reports of the core', () => {
    const honest: readonly PaymentEvent[] = [core('pending'), core('accepted'), core('settled')];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...honest), { maxLength: 12 }), (reports) => {
        const seen = [...reports, core('settled')].reduce<PaymentStatus>(
          (status, report) => nextState(status, report)?.status ?? status,
          'ACTC',
        );
        expect(seen).toBe('ACSC');
      }),
      { seed: seedOfRun() },
    );
  });

  it('without approval is known to the core only after a restore', () => {
    for (const status of ['RCVD', 'RCVC', 'RVNC', 'RVCM', 'PATC'] as const) {
      expect(nextState(status, { ...core('settled'), isRestored: true })?.status).toBe('ACSC');
      expect(nextState(status, { ...core('settled', true), isRestored: true })?.status).toBe('ACCC');
      expect(nextState(status, core('settled'))).toBeUndefined();
      const restored = (state: CoreState) => nextState(status, { ...core(state), isRestored: true });
      expect(restored('pending')?.status).toBe('ACCP');
      expect(restored('accepted')?.status).toBe('ACSP');
      expect(restored('rejected')).toEqual({ status: 'RJCT', reason: 'MS03' });
      expect(restored('cancelled')).toEqual({ status: 'CANC', reason: 'CUST' });
      expect(restored('returned')).toBeUndefined();
    }
  });

  it('without approval does not end with transfers that it cannot have', () => {
    for (const status of ['RCVD', 'RCVC', 'RVNC', 'RVCM', 'PATC'] as const)
      for (const ended of ['ACSC', 'RJCT', 'CANC'] as const)
        expect(
          nextState(status, { kind: 'entries', state: { status: ended, reason: undefined } }),
        ).toBeUndefined();
  });

  it('that came back to a bulk was executed; every other word of the core stays as it is', () => {
    const states = ['pending', 'accepted', 'settled', 'rejected', 'cancelled'] as const;
    for (const state of states)
      expect(coreEvent({ state, reason: 'AM04' }, true)).toEqual({
        kind: 'core',
        state,
        reason: 'AM04',
        isInstant: true,
      });
    expect(coreEvent({ state: 'returned', reason: 'ZZ99' }, false)).toEqual({
      kind: 'core',
      state: 'settled',
      reason: 'MS03',
      isInstant: false,
    });
  });

  it('has a sentence of its own for each reason', () => {
    const sentences = Object.values(reasonTexts);
    expect(sentences.filter((sentence) => !/^[A-Z].+\.$/.test(sentence))).toEqual([]);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('is submitted only when all have approved it', () => {
    expect(paymentStatuses.filter(isSubmittable)).toEqual(['ACTC', 'ACWC']);
  });

  it('keeps a reason of the core, and has none of its own for an unknown one', () => {
    expect([reasonOf('AM04'), reasonOf('ZZ99'), reasonOf('toString'), reasonOf(undefined)]).toEqual([
      'AM04',
      'MS03',
      'MS03',
      'MS03',
    ]);
  });
});
