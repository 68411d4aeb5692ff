import { describe } from 'vitest';
import { accountCases } from './core-accounts.suite.ts';
import { cancellationCases } from './core-cancellations.suite.ts';
import { changeCases } from './core-changes.suite.ts';
import { entryCases } from './core-entries.suite.ts';
import type { CoreHarness } from './core-harness.suite.ts';
import { lossCases } from './core-losses.suite.ts';
import { submissionCases } from './core-submissions.suite.ts';
import { timeCases } from './core-time.suite.ts';

/** What every core banking system must do; `create` returns an empty bank on a Monday morning, in Berlin. */
export function coreBankSuite(create: () => Promise<CoreHarness>): void {
  describe('accounts', () => {
    accountCases(create);
  });
  describe('submissions', () => {
    submissionCases(create);
  });
  describe('cancellations', () => {
    cancellationCases(create);
  });
  describe('entries', () => {
    entryCases(create);
  });
  describe('time', () => {
    timeCases(create);
  });
  describe('calls without an answer', () => {
    lossCases(create);
  });
  describe('changes', () => {
    changeCases(create);
  });
}
