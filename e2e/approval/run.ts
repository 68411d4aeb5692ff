import { type Outcome, outcomeOf, type RunOptions } from '../harness/outcome.ts';
import { appearance, reflow } from './appearance.ts';
import { type ApprovalBrowser, openApprovalBrowser } from './approval-browser.ts';
import { countdown, countedAccounts, liveStatus, scriptOff, sentOnce } from './behaviour.ts';
import { saveSheet } from './contact-sheet.ts';

/** A check of the pages in a browser; it returns a remark for the report. */
export interface ApprovalCheck {
  readonly name: string;
  readonly run: (browser: ApprovalBrowser, scale: RunOptions['scale']) => Promise<string | undefined>;
}

const checks: readonly ApprovalCheck[] = [
  appearance,
  reflow,
  scriptOff,
  sentOnce,
  countdown,
  liveStatus,
  countedAccounts,
  {
    name: 'the contact sheet is made if SHEET names a file',
    run: async (browser) => {
      const file = process.env['SHEET'];
      return file === undefined ? undefined : `${await saveSheet(browser, file)} pictures`;
    },
  },
];

/** Runs the checks of the approval pages in a real browser, which shows the samples under their policy. */
export async function runApproval({ only, report, scale }: RunOptions): Promise<readonly Outcome[]> {
  const wanted = checks.filter(({ name }) => name.includes(only));
  await using browser = await openApprovalBrowser();
  const outcomes: Outcome[] = [];
  for (const check of wanted) {
    const outcome = await outcomeOf(check.name, () => check.run(browser, scale));
    outcomes.push(outcome);
    report(outcome, outcomes.length, wanted.length);
  }
  return outcomes;
}
