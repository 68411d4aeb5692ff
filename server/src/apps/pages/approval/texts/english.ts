import { oneOrSeveral } from '../plural-texts.ts';

/**
 * All texts that customers read while they approve, besides those that the sign-in pages have too. Every ending and every
 * error says what happened, what it means for the money (`meaning`) and what to do next. Placeholders are in braces;
 * texts by number have one form for each plural category. Other languages have the same shape.
 */
export const english = {
  intro: {
    payment: '{party} asks you to approve a payment. Sign in to see it.',
    cancellation: '{party} asks you to stop a payment. Sign in to see it.',
    consent: '{party} asks to see data of your accounts. Sign in to see which.',
    'funds-consent': '{party} asks to check whether an account has enough money. Sign in to see which.',
    basket: '{party} asks you to approve several orders. Sign in to see them.',
  },
  name: 'User name or customer number',
  noName: '(no name)',

  accounts: {
    titleOne: 'Which account do you want to use?',
    titleSeveral: 'Which accounts do you want to share?',
    introOne: 'Choose the account for the request of {party}.',
    introSeveral: '{party} sees only the accounts that you choose. Next you see what it asks for.',
    legendOne: 'Choose one account',
    legendSeveral: 'Choose your accounts',
    allOrNone: 'Choose all or none',
    available: 'Available: {amount}',
    otherOne: 'Use another account',
    otherSeveral: 'Choose other accounts',
    continue: 'Use this account',
    share: 'Share the chosen accounts',
    shareCount: oneOrSeveral('Share 1 account', 'Share {count} accounts'),
    obstacles: {
      'other-currency': 'An account in {currency} cannot be used for this.',
      blocked: 'This account is blocked.',
    },
  },

  method: {
    intro: 'You see everything once more before you confirm.',
    sms: 'Text to your phone',
    smsTo: 'Text to {ending}',
    smsNeeds: 'You get a security code and type it in.',
    ocra: 'Card reader',
    ocraNeeds: 'You need your card and the reader.',
    passkey: 'Passkey',
    passkeyNamed: 'Passkey on {device}',
    passkeyNeeds: 'Your fingerprint, your face or your screen lock.',
    device: 'App of your bank',
    deviceNamed: 'App on {device}',
    deviceNeeds: 'You approve on your phone.',
  },

  asks: {
    payment: '{party} asks you to approve a payment',
    'bulk-payment': '{party} asks you to approve {payments}',
    'periodic-payment': '{party} asks you to approve a standing order',
    'payment-cancellation': '{party} asks you to stop a payment',
    consent: '{party} asks to see data of your accounts',
    'funds-confirmation-consent': '{party} asks to check whether your account has enough money',
    'signing-basket': '{party} asks you to approve {orders} together',
  },
  payments: oneOrSeveral('1 payment', '{count} payments'),
  orders: oneOrSeveral('1 order', '{count} orders'),
  confirm: {
    payment: 'Confirm payment of {amount}',
    'bulk-payment': 'Confirm payments of {amount}',
    'periodic-payment': 'Confirm standing order of {amount}',
    'payment-cancellation': 'Stop payment of {amount}',
    consent: 'Allow access',
    'funds-confirmation-consent': 'Allow the check',
    'signing-basket': 'Confirm all: {amount}',
    all: 'Confirm all',
  },
  leaveCancellation: 'Keep the payment and go back to {party}',

  facts: {
    to: 'To',
    numbers: { bban: 'Account number without IBAN (BBAN)', other: 'Account number of another kind' },
    bank: 'At the bank with BIC {bic}',
    from: 'From',
    when: 'When',
    asSoonAsPossible: 'As soon as possible',
    today: 'Today, {date}',
    reference: 'Reference',
    payments: 'Payments',
    showPayments: 'Show the payments',
    range: 'Payments {from} to {to} of {count}',
    earlier: 'Previous payments',
    later: 'Next payments',
    more: 'And {payments} more. They are in the total and in the file.',
    file: 'Mark of the file',
    fileHint: 'The program that made the file can show this mark. If both are equal, it is the same file.',
    repeats: 'This payment repeats.',
    repeatsAmong: 'Some of these payments repeat:',
    first: 'Starts on',
    rhythm: 'How often',
    end: 'Last day',
    untilEnded: 'Until you end it',
    day: 'Day of the month',
    weekday: 'Day of the week',
    lastDay: 'Last day of the month',
    months: 'Months',
    following: 'Not a working day? Then the next one.',
    preceding: 'Not a working day? Then the one before.',
    stoppedHint: 'Nothing is paid after you confirm.',
    data: 'What it sees',
    accounts: 'Accounts',
    account: 'Account',
    card: 'Card',
    cardEnding: 'ending in {ending}',
    until: 'Until',
    howOften: 'How often',
    once: 'One time',
    whenYouAsk: 'When you ask for it, and by itself {times}',
    endAccess: 'You can end this at any time, here at your bank or at {party}.',
    accessUntil: 'Access to account data until {date}',
  },
  timesADay: oneOrSeveral('up to once a day', 'up to {count} times a day'),
  rhythms: {
    Daily: 'Every day',
    Weekly: 'Every week',
    EveryTwoWeeks: 'Every two weeks',
    Monthly: 'Every month',
    EveryTwoMonths: 'Every two months',
    Quarterly: 'Every three months',
    SemiAnnual: 'Every six months',
    Annual: 'Every year',
    MonthlyVariable: 'In some months of the year',
  },
  access: {
    accounts: 'Name, number and kind of the account',
    balances: 'How much money is on it',
    transactions: 'What comes in and goes out',
    owner: 'Your name',
    'available-accounts': 'The list of all your accounts',
    'available-accounts-with-balance': 'The list of all your accounts, and how much money is on them',
    everything: 'All your accounts: number and kind, how much money is on them, what comes in and goes out',
  },
  fundsAnswer: 'We answer only yes or no. {party} never sees how much money you have.',
  fundsUntil: 'Until you end it, here at your bank or at {party}',
  payeeCheck: {
    match: 'The name matches the account.',
    'close-match': 'The name is almost right',
    'no-match': 'The name does not match the account',
    'not-possible': 'The name could not be checked',
    given: 'Name in the request',
    holder: 'Name on the account',
    meaning: {
      'close-match':
        'Compare the names with your invoice. If you confirm, we pay to this account number, and do not have to refund the money if it is not the payee’s.',
      'no-match':
        'Compare name and account number with your invoice. If you confirm, we pay to this account number, and do not have to refund the money if it is not the payee’s.',
      'not-possible':
        'We could not compare the name with the account. The money may reach an account that is not the payee’s. Then we try to get it back, but cannot promise it.',
    },
    change: 'Change the payee at {party}',
    bulk: {
      title: 'Names of the payees',
      'no-match': 'Do not match the account',
      'close-match': 'Almost right',
      'not-possible': 'Could not be checked',
      match: 'Match',
      meaning:
        'Those that do not match are listed first. Compare names and account numbers with your documents. If you confirm, we pay to these account numbers, and do not have to refund the money if they are not the payees’.',
      running:
        'We are still comparing the names of the payees with the accounts. Reload this page for the result. If you confirm without it, the money may reach accounts that are not the payees’.',
      change: 'Change the payees at {party}',
    },
  },

  code: {
    sentTo: 'Security code sent to {ending}',
    sent: 'Security code sent to your phone',
    resendIn: 'A new code can be sent in {seconds} s.',
    resendsLeft: 'New codes left: {count}.',
    otherMethod: 'Confirm in another way',
  },
  reader: {
    title: 'Confirm with your card reader',
    insert: 'Put your card into the reader and enter your PIN.',
    enter: 'Enter this number:',
    type: 'Type in what the reader shows.',
    answer: 'Number on the reader',
  },
  device: {
    title: 'Confirm in the app on {device}',
    titleAny: 'Confirm in the app of your bank',
    open: 'Open the app. Check that it shows the same, then type this number there:',
    waiting: 'Waiting for your app. This page continues by itself.',
    continue: 'I have confirmed, continue',
    noPhone: 'I do not have this phone',
    resend: 'Send the request to the app again',
  },

  meaning: {
    payment: 'Nothing has been paid.',
    cancellation: 'The payment has not been stopped.',
    consent: 'Nothing has been shared.',
    'funds-consent': 'Nothing has been shared.',
    basket: 'Nothing has been paid or shared.',
  },
  errors: {
    'name-missing': { what: 'The user name is missing.', next: 'Please enter it.' },
    'password-missing': { what: 'The password is missing.', next: 'Please enter it.' },
    'password-wrong': { what: 'User name or password is not right.', next: 'Check both and try again.' },
    'code-missing': { what: 'The code is missing.', next: 'Please enter it.' },
    'code-wrong': { what: 'That code is not right.', next: 'Check the newest message and try again.' },
    'answer-wrong': { what: 'That number is not right.', next: 'Use the reader again from the first step.' },
    'code-expired': { what: 'That code is too old.', next: 'Please ask for a new code.' },
    'passkey-refused': {
      what: 'We could not check your passkey.',
      next: 'Try again, or confirm in another way.',
    },
    'account-missing': { what: 'No account is chosen.', next: 'Please choose one.' },
    'account-refused': { what: 'That account cannot be used for this.', next: 'Please choose another one.' },
    'account-owners': {
      what: 'These accounts belong to different holders.',
      next: 'Please choose accounts of one holder.',
    },
    'order-changed': {
      what: 'What you approve has changed since you looked at it.',
      next: 'Look at it again and confirm it anew.',
    },
    'code-too-soon': {
      what: 'No code was sent yet, because you got one a moment ago.',
      next: 'Wait a minute, then continue.',
    },
    'too-many-messages': {
      what: 'No new code was sent, because you asked for one a moment ago.',
      next: 'Use the newest code, or wait a minute and try again.',
    },
    'device-not-asked': {
      what: 'No request was sent to your app, because another one is still open or several were sent already.',
      next: 'Answer the open request in the app, wait a few minutes, or confirm in another way.',
    },
  },

  time: {
    until: 'This page is open until {time}.',
    left: 'Time left: {left}.',
    soon: 'This page ends in less than one minute.',
    over: 'This page has ended for your safety.',
    result: 'Show the result',
  },

  moreSignatures: {
    title: 'Your approval is saved',
    progress: 'Approvals: {given} of {required}',
    next: 'Still needed: one of these people.',
    nextSeveral: 'Still needed: {missing} of these people.',
    nextUnnamed: 'Others still have to approve.',
    meaning: {
      payment: 'The payment is made when all have approved.',
      cancellation: 'The payment is stopped when all have approved.',
      consent: 'The data is shared when all have approved.',
      'funds-consent': 'The check is possible when all have approved.',
      basket: 'Each order is carried out when all who must approve it have done so.',
    },
  },
  done: {
    title: 'Approved',
    back: 'We are taking you back to {party}.',
    close: 'You can close this page and go back to {party}.',
  },
  unknownLink: {
    title: 'This link cannot be used',
    what: 'It has been used already, it is too old, or it is not complete.',
    meaning: 'Nothing happens by opening it again.',
    next: 'Go back to the shop or the app that you came from and start again. You can close this page.',
  },
  ended: {
    cancelled: {
      title: 'You cancelled',
      what: 'You ended this request.',
      next: 'You can start again at {party} whenever you like.',
    },
    'too-many-passwords': {
      title: 'Too many tries',
      what: 'The password was wrong too many times.',
      next: 'Start again at {party} later, or call us.',
    },
    'too-many-codes': {
      title: 'Too many tries',
      what: 'The code was wrong too many times.',
      next: 'Start again at {party} later, or call us.',
    },
    'timed-out': {
      title: 'The time is over',
      what: 'This page was open for too long and has ended for your safety.',
      next: 'Go back to {party} and start again.',
    },
    'no-method': {
      title: 'We cannot ask you to confirm',
      what: 'You have not registered a phone, app, passkey or card reader with us.',
      next: 'Please call us. We will register one for you. Then you can start again at {party}.',
    },
    'no-account': {
      title: 'No account can be used',
      what: 'You have no account here that fits this request.',
      next: 'Go back to {party}. Did you expect an account here? Then call us.',
    },
    'cannot-sign': {
      title: 'You cannot approve this',
      what: 'Your rights for this account do not cover this request.',
      next: 'Ask somebody who may approve it, or call us.',
    },
    declined: {
      title: 'You said no',
      what: 'The request was declined on your phone.',
      next: 'You can start again at {party} whenever you like. Was it not you? Then call us.',
    },
    'confirmation-wrong': {
      title: 'The request has ended',
      what: '{party} could not complete the request.',
      next: 'Go back to {party} and start again.',
    },
    'subject-ended': {
      title: 'The request has ended',
      what: 'This request no longer waits for an approval.',
      next: 'Go back to {party} to see what happened.',
    },
    restricted: {
      title: 'Your access is blocked',
      what: 'There is a block on your access or on this account.',
      next: 'Please call us. We tell you why, and how to end it.',
    },
    'bank-unavailable': {
      title: 'Not available at the moment',
      what: 'We cannot reach your account right now.',
      next: 'Go back to {party} and try later.',
    },
    maintenance: {
      title: 'We are working on our systems',
      what: 'Approvals are not possible during this time.',
      next: 'Go back to {party} and try later.',
    },
  },
  /** Of a request that was approved or ended elsewhere: what was paid is not known here. */
  unknownMeaning: 'Your approval on this page was not used.',
};

/** Texts of one language. */
export type ApprovalTexts = typeof english;
