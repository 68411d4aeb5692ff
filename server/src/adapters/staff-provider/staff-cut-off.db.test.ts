import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutOffEmployee, listCutOffEmployees, reinstateEmployee } from '#capabilities/oauth/index.ts';
import { outcomeOf, refresh } from '#capabilities/oauth/testing/test-tokens.suite.ts';
import type { Context } from '#platform/work/context.ts';
import { createStaffHarness, type StaffHarness, tokensFor } from './staff-harness.suite.ts';

let harness: StaffHarness;
beforeAll(async () => {
  harness = await createStaffHarness();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

const forLong = { prompt: 'consent' };
const reason = 'left the bank';

const person = (
  employeeId: string,
): { readonly subject: string; readonly claims: Record<string, unknown> } => ({
  subject: `upstream-${employeeId}`,
  claims: { employee: { number: employeeId }, groups: ['ops'] },
});

const context = (bankId = '01'): Context => harness.app.contextFor(bankId);

async function resultOf(accessToken: string): Promise<string> {
  await harness.app.revocations.refresh();
  return (await harness.app.verifier.verify(accessToken)).kind;
}

describe('a member of staff who is cut off', () => {
  it('loses every token and session, and cannot sign in until reinstated', async () => {
    const browser = harness.browser(person('e-2001'));
    const tokens = await tokensFor(harness.console, await harness.signIn(browser, forLong));
    expect(await resultOf(tokens.accessToken)).toBe('accepted');

    expect(await cutOffEmployee(context(), { employeeId: 'e-2001', reason })).toBe('cut-off');
    expect(await resultOf(tokens.accessToken)).toBe('refused');
    expect(outcomeOf(await refresh(harness.console, tokens.refreshToken))).toBe('400 invalid_grant');
    const again = await harness.signIn(harness.browser(person('e-2001')));
    expect([again.arrival.status, again.arrival.text]).toEqual([
      403,
      expect.stringContaining('employee-cut-off'),
    ]);
    expect(await listCutOffEmployees(context())).toMatchObject([{ employeeId: 'e-2001' }]);

    await harness.moveTime(1);
    expect(await reinstateEmployee(context(), { employeeId: 'e-2001', reason })).toBe('reinstated');
    expect(await resultOf(tokens.accessToken)).toBe('refused');
    expect(outcomeOf(await refresh(harness.console, tokens.refreshToken))).toBe('400 invalid_grant');
    await harness.moveTime(1);
    const fresh = await tokensFor(
      harness.console,
      await harness.signIn(harness.browser(person('e-2001')), forLong),
    );
    expect(await resultOf(fresh.accessToken)).toBe('accepted');
  });

  it('does not affect colleagues, and is cut off in one bank only if one is given', async () => {
    const colleague = await tokensFor(
      harness.console,
      await harness.signIn(harness.browser(person('e-2002')), forLong),
    );
    await cutOffEmployee(context('02'), { employeeId: 'e-2002', reason });
    await cutOffEmployee(context(), { employeeId: 'e-2003', reason });
    expect(await resultOf(colleague.accessToken)).toBe('accepted');
    expect(outcomeOf(await refresh(harness.console, colleague.refreshToken))).toBe('200');
  });

  it('may never have signed in here, and stays cut off', async () => {
    await cutOffEmployee(context(), { employeeId: 'e-2004', reason });
    expect(await cutOffEmployee(context(), { employeeId: 'e-2004', reason })).toBe('cut-off-before');
    const { arrival } = await harness.signIn(harness.browser(person('e-2004')));
    expect(arrival.status).toBe(403);
    expect(await reinstateEmployee(context(), { employeeId: 'e-2005', reason })).toBe('not-cut-off');
  });

  it('stays cut off although a sign-in was in progress', async () => {
    const browser = harness.browser(person('e-2006'));
    const back = await harness.callbackUrl(browser);
    await cutOffEmployee(context(), { employeeId: 'e-2006', reason });
    const arrival = await browser.open(`${back.pathname}${back.search}`);
    expect(arrival.status).toBe(403);
  });
});
