import { personaPassword } from '../../server/src/apps/demo/personas.ts';

/** Addresses of the demo. */
export interface DemoPlaces {
  readonly shop: string;
  readonly messages: string;
  readonly account: string;
  readonly phone: string;
  /** Whether ordinary transfers are not executed today. */
  readonly isInstant: boolean;
  readonly seconds: number;
}

/** Returns the text that `npm run demo` prints when a payment can be made and balances can be read. */
export function instructions({ account, isInstant, messages, phone, seconds, shop }: DemoPlaces): string {
  const instant = isInstant
    ? '\nThe bank executes ordinary transfers on its next business day; the shop asks for an instant one.\n'
    : '';
  return `
The demo is ready, after ${seconds} s.

  ${shop}               the shop, a third party
  ${messages}               the messages to customers: codes by SMS, and mail
  ${phone}               your phone, with the app of the bank
  ${account}    the customers' account page

Make a payment:

  1. Open ${shop} and click "Pay €12.50".
  2. On the page of the bank, type the user name: ordinary
     and then the password: ${personaPassword}
  3. Choose an account.
  4. Open ${messages}, copy the newest code, and confirm with it.
  5. The shop shows "Paid".
${instant}
Approve on the phone:

  1. Open ${phone} in a second window and click "Sign in". User name and
     password are those above, the code is the newest message. Agree.
  2. Click "Pair this phone".
  3. Pay at the shop again. At "How do you want to confirm?" choose the app.
  4. The phone shows the payment. Type the number of the page, and approve.

Share accounts:

  1. Open ${shop}/accounts and click "Connect your bank".
  2. Sign in as above, choose accounts, and confirm with the newest code.
  3. The shop shows the balances.

Other customers: npm run portico -- personas list.
The same with curl: docs/guides/first-payment.md, docs/guides/first-accounts.md.
Ctrl-C stops everything.
`;
}
