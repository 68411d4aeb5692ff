/** Texts of the pages on which customers see who reads their accounts. Other languages have the same shape. */
export const english = {
  title: 'Who has access',
  intro:
    'These providers may see data of your accounts, because you allowed it. You can withdraw access at any time, free of charge.',
  none: 'No provider has access to your accounts.',
  views: 'Which access is shown',
  live: 'Access now',
  ended: 'Ended access',
  endedIntro: 'These providers had access in the last two years. They see nothing any more.',
  noneEnded: 'No access has ended in the last two years.',
  untilDate: 'Until {date}',
  endedAt: '{state}: {time}',
  older: 'Show older ones',
  newer: 'Show newer ones',
  toList: 'Back to “Who has access”',
  detailTitle: 'Access of {party}',
  noName: 'Provider without a name',
  facts: {
    state: 'State',
    accounts: 'Accounts',
    data: 'Data',
    purpose: 'Purpose',
    granted: 'Allowed',
    until: 'Valid until',
    ended: 'Ended',
    given: 'Given by',
  },
  purposeUnstated: 'Not stated by the provider',
  allAccounts: 'All your accounts',
  allAccountsOfOwner: 'All accounts of the customer',
  onlyOnce: '{date}, for one access',
  kinds: {
    accounts: 'Account details',
    balances: 'Balances',
    transactions: 'Transactions',
    owner: 'Name of the account holder',
  },
  givenBy: {
    'proxy-of-customer': 'Someone who may act for you',
    'customer-as-proxy': 'You, for another customer',
  },
  states: {
    valid: 'Has access',
    waiting: 'Waits for another signature',
    withdrawn: 'Withdrawn',
    expired: 'Run out',
    terminated: 'Ended by the provider',
  },
  days: {
    title: 'When data was read',
    none: 'The provider has not read any data yet.',
    attended: 'while you used its service',
    unattended: 'without you',
    both: 'with and without you',
    earlier: 'Earlier days',
  },
  withdraw: 'Withdraw access',
  withdrawing: {
    title: 'Withdraw the access of {party}?',
    what: 'From now on {party} sees nothing of your accounts. Services that need this data may stop working.',
    again: 'If you change your mind, you can give the same access again for {hours} hours.',
    confirm: 'Withdraw access',
    keep: 'Keep access',
  },
  reestablish: 'Give access again',
  reestablishing: {
    title: 'Give {party} access again?',
    what: '{party} sees the same data again, with the same end as before. We ask you to confirm that it is you.',
    confirming: 'Confirm that {party} gets access to your accounts again.',
    possible: 'You can give the same access again until {time}.',
    confirm: 'Confirm and give access',
    leave: 'Do not give access',
  },
  notices: {
    withdrawn: 'Access was withdrawn. The provider sees nothing any more.',
    ended: 'This access had ended before. Nothing was changed.',
    're-established': 'The provider has access again.',
    'not-approved': 'Access was not given again. Nothing was changed. You can try once more.',
    'too-late':
      'It is too late to give this access again. Nothing was changed. The provider can ask you for new access.',
    replaced:
      'The provider has newer access from you. Nothing was changed. You find it under “Who has access”.',
    'not-possible':
      'This access cannot be given again. Nothing was changed. The provider can ask you for new access.',
  },
  unknown: {
    title: 'We do not know this access',
    what: 'There is no such access, or it is not yours. Nothing was changed.',
  },
};

/** Texts of one language. */
export type AccessTexts = typeof english;
