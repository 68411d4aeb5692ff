import type { AccountAccess, AccountReference, Order } from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight } from '../customer/fill.ts';
import type { ApprovalContext } from './approval-context.ts';
import { fact, factList, type Known, ownAccount } from './facts.ts';
import { dateValue, partyValue, pluralText } from './values.ts';

type OrderOf<Kind extends Order['kind']> = Extract<Order, { readonly kind: Kind }>;

/** Renders which data of which accounts the third party sees, until when and how often. */
export function consentFacts(consent: OrderOf<'consent'>, known: Known, context: ApprovalContext): Html {
  const { access, frequencyPerDay, isRecurring, validUntil } = consent;
  const { facts, timesADay } = context.words;
  const times = pluralText(timesADay, frequencyPerDay, context);
  return html`${factList([
    ...accessFacts(access, known, context),
    fact(facts.until, dateValue(validUntil, context)),
    fact(facts.howOften, isRecurring ? fill(facts.whenYouAsk, { times }) : facts.once),
  ])}<p class="hint">${fill(facts.endAccess, { party: partyValue(context) })}</p>
`;
}

function accessFacts(access: AccountAccess, known: Known, context: ApprovalContext): readonly Html[] {
  const { access: texts, facts } = context.words;
  const owner = access.withOwnerName ? [texts.owner] : [];
  if (access.all !== undefined) return [fact(facts.data, points([texts[access.all], ...owner]))];
  return accountGroups(access).flatMap(({ accounts, kinds }) => [
    fact(facts.data, points([...kinds.map((kind) => texts[kind]), ...owner])),
    fact(facts.accounts, accountList(accounts, known, context)),
  ]);
}

function points(texts: readonly string[]): Html {
  return html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
}

function accountList(accounts: readonly AccountReference[], known: Known, context: ApprovalContext): Html {
  return html`${accounts.map((account) => html`<div class="own">${ownAccount(account, known, context)}</div>`)}`;
}

const dataKinds = ['accounts', 'balances', 'transactions'] as const;
type DataKind = (typeof dataKinds)[number];

interface AccountGroup {
  readonly kinds: readonly DataKind[];
  readonly accounts: readonly AccountReference[];
}

/** Groups the accounts by the data that is seen of them: usually one group. */
function accountGroups(access: AccountAccess): readonly AccountGroup[] {
  const keyOf = ({ id, scheme }: AccountReference): string => `${scheme} ${id}`;
  const named = dataKinds.flatMap((kind) => access[kind].map((account) => ({ kind, account })));
  const accounts = new Map(named.map(({ account }) => [keyOf(account), account]));
  const kindsOf = (account: AccountReference): readonly DataKind[] =>
    dataKinds.filter(
      // Balances and transactions are of no use without the account itself.
      (kind) => kind === 'accounts' || access[kind].some((one) => keyOf(one) === keyOf(account)),
    );
  const groups = Map.groupBy(accounts.values(), (account) => kindsOf(account).join(' '));
  return [...groups.values()].map((members) => ({
    kinds: members[0] === undefined ? [] : kindsOf(members[0]),
    accounts: members,
  }));
}

/** Renders which account a third party asks about. */
export function fundsFacts(
  consent: OrderOf<'funds-confirmation-consent'>,
  known: Known,
  context: ApprovalContext,
): Html {
  const { facts, fundsAnswer, fundsUntil } = context.words;
  const { account, cardEnding } = consent;
  const party = partyValue(context);
  return html`<p>${fill(fundsAnswer, { party })}</p>
${factList([
  fact(facts.account, ownAccount(account, known, context)),
  cardEnding === undefined
    ? undefined
    : fact(
        facts.card,
        html`<span>${fill(facts.cardEnding, { ending: leftToRight(`•••${cardEnding}`) })}</span>`,
      ),
  fact(facts.until, html`<span>${fill(fundsUntil, { party })}</span>`),
])}`;
}
