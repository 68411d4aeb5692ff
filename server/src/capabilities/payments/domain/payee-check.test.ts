import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  checkReader,
  firstStatus,
  isChecked,
  isVerifyingOver,
  type PayeeCheckChoices,
  resultOf,
} from './payee-check.ts';
import { paymentStatuses } from './payment.ts';

const choices: PayeeCheckChoices = {
  isIntegrated: true,
  whenNotRequested: 'bank-page',
  isEarlierMandated: false,
  earlierValidSeconds: 900,
  inlineWaitMs: 1_500,
};

describe('the check of a payee', () => {
  test('is for SEPA payments of banks that integrate it', () => {
    expect(isChecked('sepa-credit-transfers', choices)).toBe(true);
    expect(isChecked('instant-sepa-credit-transfers', choices)).toBe(true);
    expect(isChecked('target-2-payments', choices)).toBe(false);
    expect(isChecked('cross-border-credit-transfers', choices)).toBe(false);
    expect(isChecked('sepa-credit-transfers', { ...choices, isIntegrated: false })).toBe(false);
  });

  test('tells the third party that asks, otherwise the payer, unless the bank or the third party wants none', () => {
    expect([true, undefined, false].map((isRequested) => checkReader(isRequested, choices))).toEqual([
      'third-party',
      'payer',
      undefined,
    ]);
    const off = { ...choices, whenNotRequested: 'off' } as const;
    expect([true, undefined].map((isRequested) => checkReader(isRequested, off))).toEqual([
      'third-party',
      undefined,
    ]);
  });

  test('decides about the first state of a payment only where the third party asked', () => {
    const codes = ['MTCH', 'CMTC', 'NMTC', 'NOAP'] as const;
    expect(codes.map((code) => firstStatus({ toldTo: 'third-party', result: { code } }))).toEqual([
      'RCVC',
      'RVCM',
      'RVCM',
      'RVCM',
    ]);
    expect(codes.map((code) => firstStatus({ toldTo: 'payer', result: { code } }))).toEqual([
      'RCVD',
      'RCVD',
      'RCVD',
      'RCVD',
    ]);
    expect([firstStatus({ toldTo: 'third-party' }), firstStatus(undefined)]).toEqual(['RVNC', 'RCVD']);
  });

  test('that has no result was not possible, and is over after five seconds', () => {
    expect(resultOf({ toldTo: 'payer' })).toEqual({ code: 'NOAP' });
    const close = { code: 'CMTC', matchedName: 'Ada Lovelace' } as const;
    expect(resultOf({ toldTo: 'payer', result: close })).toEqual(close);
    const createdAt = Temporal.Instant.from('2026-11-18T08:00:00Z');
    const at = (seconds: number): boolean[] =>
      paymentStatuses.map((status) =>
        isVerifyingOver({ status, service: 'payments', createdAt }, createdAt.add({ seconds })),
      );
    expect(at(4)).not.toContain(true);
    expect(paymentStatuses.filter((_, index) => at(5)[index])).toEqual(['RVNC']);
  });

  test('of a bulk is ended by the worker', () => {
    const createdAt = Temporal.Instant.from('2026-11-18T08:00:00Z');
    const bulk = { status: 'RVNC', service: 'bulk-payments', createdAt } as const;
    expect(isVerifyingOver(bulk, createdAt.add({ hours: 1 }))).toBe(false);
  });
});
