import type { AccessTexts } from './english.ts';

export const dutch: AccessTexts = {
  title: 'Wie toegang heeft',
  intro:
    'Deze aanbieders mogen gegevens van uw rekeningen zien, omdat u dat hebt toegestaan. U kunt de toegang altijd gratis intrekken.',
  none: 'Geen enkele aanbieder heeft toegang tot uw rekeningen.',
  views: 'Welke toegang wordt getoond',
  live: 'Toegang nu',
  ended: 'Beëindigde toegang',
  endedIntro: 'Deze aanbieders hadden in de laatste twee jaar toegang. Zij zien niets meer.',
  noneEnded: 'In de laatste twee jaar is geen toegang beëindigd.',
  untilDate: 'Tot en met {date}',
  endedAt: '{state} op {time}',
  older: 'Oudere tonen',
  newer: 'Nieuwere tonen',
  toList: 'Terug naar “Wie toegang heeft”',
  detailTitle: 'Toegang van {party}',
  noName: 'Aanbieder zonder naam',
  facts: {
    state: 'Toestand',
    accounts: 'Rekeningen',
    data: 'Gegevens',
    purpose: 'Doel',
    granted: 'Toegestaan op',
    until: 'Geldig tot en met',
    ended: 'Beëindigd op',
    given: 'Gegeven door',
  },
  purposeUnstated: 'Niet vermeld door de aanbieder',
  allAccounts: 'Al uw rekeningen',
  allAccountsOfOwner: 'Alle rekeningen van de klant',
  onlyOnce: '{date}, voor één keer',
  kinds: {
    accounts: 'Rekeninggegevens',
    balances: 'Saldi',
    transactions: 'Transacties en boekingen',
    owner: 'Naam van de rekeninghouder',
  },
  givenBy: {
    'proxy-of-customer': 'Iemand die voor u mag handelen',
    'customer-as-proxy': 'U, voor een andere klant',
  },
  states: {
    valid: 'Heeft toegang',
    waiting: 'Wacht op nog een handtekening',
    withdrawn: 'Ingetrokken',
    expired: 'Verlopen',
    terminated: 'Beëindigd door de aanbieder',
  },
  days: {
    title: 'Wanneer gegevens zijn gelezen',
    none: 'De aanbieder heeft nog geen gegevens gelezen.',
    attended: 'terwijl u zijn dienst gebruikte',
    unattended: 'zonder u',
    both: 'met en zonder u',
    earlier: 'Eerdere dagen',
  },
  withdraw: 'Toegang intrekken',
  withdrawing: {
    title: 'De toegang van {party} intrekken?',
    what: 'Vanaf nu ziet {party} niets meer van uw rekeningen. Diensten die deze gegevens nodig hebben, werken dan misschien niet meer.',
    again: 'Als u zich bedenkt, kunt u dezelfde toegang {hours} uur lang opnieuw geven.',
    confirm: 'Toegang intrekken',
    keep: 'Toegang behouden',
  },
  reestablish: 'Opnieuw toegang geven',
  reestablishing: {
    title: '{party} opnieuw toegang geven?',
    what: '{party} ziet weer dezelfde gegevens, met hetzelfde einde als voorheen. Wij vragen u te bevestigen dat u het bent.',
    confirming: 'Bevestig dat {party} opnieuw toegang tot uw rekeningen krijgt.',
    possible: 'U kunt dezelfde toegang tot {time} opnieuw geven.',
    confirm: 'Bevestigen en toegang geven',
    leave: 'Geen toegang geven',
  },
  notices: {
    withdrawn: 'De toegang is ingetrokken. De aanbieder ziet niets meer.',
    ended: 'Deze toegang was al beëindigd. Er is niets veranderd.',
    're-established': 'De aanbieder heeft weer toegang.',
    'not-approved':
      'De toegang is niet opnieuw gegeven. Er is niets veranderd. U kunt het nog eens proberen.',
    'too-late':
      'Het is te laat om deze toegang opnieuw te geven. Er is niets veranderd. De aanbieder kan u om nieuwe toegang vragen.',
    replaced:
      'De aanbieder heeft nieuwere toegang van u. Er is niets veranderd. U vindt die onder “Wie toegang heeft”.',
    'not-possible':
      'Deze toegang kan niet opnieuw worden gegeven. Er is niets veranderd. De aanbieder kan u om nieuwe toegang vragen.',
  },
  unknown: {
    title: 'Wij kennen deze toegang niet',
    what: 'Deze toegang bestaat niet of is niet van u. Er is niets veranderd.',
  },
};
