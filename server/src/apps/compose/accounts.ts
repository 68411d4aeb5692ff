import {
  type AccountsChoices,
  accountsCapability,
  accountsProblems,
  type BookingStatus,
  reportedOrderOf,
} from '#capabilities/accounts/index.ts';
import { consentsCapability } from '#capabilities/consents/index.ts';
import { type CoreAccount, type CoreBank, coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { listPartyNames, listPartyNumbers, partyCapability } from '#capabilities/party/index.ts';
import { listStandingOrders, paymentsCapability } from '#capabilities/payments/index.ts';
import type { Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import type { Reader } from '#platform/db/reader.ts';
import { compose } from './composition.ts';
import { accountsUnder, askCore } from './core-questions.ts';
import { choicesByBank } from './profile-choices.ts';

const { 'core-away': coreAway } = accountsProblems;

export const accounts = compose(accountsCapability, {
  async ports(deps, before) {
    const { cores } = await before.of(coreBankingCapability);
    const party = await before.of(partyCapability);
    const payments = await before.of(paymentsCapability);
    /** The core may have accounts under former numbers of the customer. */
    const held = async (
      {
        bankId,
        customerNumber,
        db,
      }: { readonly db: Reader; readonly bankId: string; readonly customerNumber: string },
      list: (core: CoreBank, number: string) => Promise<readonly CoreAccount[]>,
    ): Promise<readonly CoreAccount[]> => {
      return askCore(cores.find(bankId), coreAway, async (core) => {
        // Few customers have former numbers, so the core is asked about this one meanwhile.
        const [numbers, own] = await Promise.all([
          listPartyNumbers(db, { bankId, customerNumber }),
          list(core, customerNumber),
        ]);
        return accountsUnder(numbers, async (number) =>
          number === customerNumber ? own : list(core, number),
        );
      });
    };
    return {
      ...(await before.of(consentsCapability)),
      accountReads: {
        accountsOf: (db, bankId, customerNumber) =>
          held({ db, bankId, customerNumber }, (core, number) => core.accountsOf(number)),
        cardsOf: (db, bankId, customerNumber) =>
          held({ db, bankId, customerNumber }, (core, number) => core.cardAccountsOf(number)),
        namesOf: (db, bankId, partyNumbers) => listPartyNames(party, db, { bankId, partyNumbers }),
        balancesOf: (bankId, accountId) =>
          askCore(cores.find(bankId), coreAway, (core) => core.balancesOf(accountId)),
        entriesOf: (bankId, { accountId, kind }, query) =>
          askCore(cores.find(bankId), coreAway, (core) =>
            kind === 'card'
              ? core.cardTransactionsOf(accountId, query)
              : core.transactionsOf(accountId, query),
          ),
        entryOf: (bankId, accountId, reference) =>
          askCore(cores.find(bankId), coreAway, (core) => core.transaction(accountId, reference)),
        async standingOrdersOf(db, bankId, account) {
          const { accountId, iban, owner } = account;
          const owners = await listPartyNumbers(db, { bankId, customerNumber: owner });
          const [kept, setUp] = await Promise.all([
            askCore(cores.find(bankId), coreAway, (core) => core.standingOrdersOf(accountId)),
            iban === undefined ? [] : listStandingOrders(payments, db, { bankId, owners, iban }),
          ]);
          return [...kept.map(reportedOrderOf), ...setUp];
        },
      },
      accountsChoices: choicesByBank(deps, choicesIn),
      statementBanks: {
        of(bankId) {
          const { bic, name } = deps.bankOf(bankId);
          return { name, bic };
        },
      },
    };
  },
});

const statusNames = {
  BOOKED: 'booked',
  PENDING: 'pending',
  BOTH: 'both',
  INFORMATION: 'information',
  ALL: 'all',
} as const satisfies Record<Xs2aProfile['availableBookingStatuses'][number], BookingStatus>;

function choicesIn(profile: Xs2aProfile): AccountsChoices {
  return {
    currencyLevel: profile.multicurrencyAccountLevelSupported,
    report: {
      bookingStatuses: new Set(profile.availableBookingStatuses.map((name) => statusNames[name])),
      isEntryReferenceSupported: profile.entryReferenceFromSupported,
      isDeltaSupported: profile.deltaListSupported,
      pageMax: profile.maxPageSize,
    },
    reportFormats: new Set(profile.supportedTransactionApplicationTypes),
    areBalancesOptional: profile.transactionsWithoutBalancesSupported,
    areStatementsSent: profile.accountStatements === 'MONTHLY',
  };
}
