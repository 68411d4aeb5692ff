import type { AccessTexts } from './english.ts';

export const german: AccessTexts = {
  title: 'Wer Zugriff hat',
  intro:
    'Diese Anbieter dürfen Daten Ihrer Konten sehen, weil Sie es erlaubt haben. Sie können den Zugriff jederzeit kostenlos zurückziehen.',
  none: 'Kein Anbieter hat Zugriff auf Ihre Konten.',
  views: 'Welche Zugriffe angezeigt werden',
  live: 'Zugriff jetzt',
  ended: 'Beendete Zugriffe',
  endedIntro: 'Diese Anbieter hatten in den letzten zwei Jahren Zugriff. Sie sehen nichts mehr.',
  noneEnded: 'In den letzten zwei Jahren hat kein Zugriff geendet.',
  untilDate: 'Bis {date}',
  endedAt: '{state} am {time}',
  older: 'Ältere anzeigen',
  newer: 'Neuere anzeigen',
  toList: 'Zurück zu „Wer Zugriff hat“',
  detailTitle: 'Zugriff von {party}',
  noName: 'Anbieter ohne Namen',
  facts: {
    state: 'Zustand',
    accounts: 'Konten',
    data: 'Daten',
    purpose: 'Zweck',
    granted: 'Erlaubt am',
    until: 'Gültig bis',
    ended: 'Beendet am',
    given: 'Erteilt von',
  },
  purposeUnstated: 'Vom Anbieter nicht angegeben',
  allAccounts: 'Alle Ihre Konten',
  allAccountsOfOwner: 'Alle Konten des Kunden',
  onlyOnce: '{date}, für einen einzigen Zugriff',
  kinds: {
    accounts: 'Kontodaten',
    balances: 'Kontostände',
    transactions: 'Umsätze',
    owner: 'Name des Kontoinhabers',
  },
  givenBy: {
    'proxy-of-customer': 'Jemand, der für Sie handeln darf',
    'customer-as-proxy': 'Ihnen, für einen anderen Kunden',
  },
  states: {
    valid: 'Hat Zugriff',
    waiting: 'Wartet auf eine weitere Unterschrift',
    withdrawn: 'Zurückgezogen',
    expired: 'Abgelaufen',
    terminated: 'Vom Anbieter beendet',
  },
  days: {
    title: 'Wann Daten gelesen wurden',
    none: 'Der Anbieter hat noch keine Daten gelesen.',
    attended: 'während Sie seinen Dienst benutzt haben',
    unattended: 'ohne Sie',
    both: 'mit und ohne Sie',
    earlier: 'Frühere Tage',
  },
  withdraw: 'Zugriff zurückziehen',
  withdrawing: {
    title: 'Zugriff von {party} zurückziehen?',
    what: 'Ab jetzt sieht {party} nichts mehr von Ihren Konten. Dienste, die diese Daten brauchen, funktionieren dann vielleicht nicht mehr.',
    again:
      'Wenn Sie es sich anders überlegen, können Sie denselben Zugriff {hours} Stunden lang wieder erteilen.',
    confirm: 'Zugriff zurückziehen',
    keep: 'Zugriff behalten',
  },
  reestablish: 'Zugriff wieder erteilen',
  reestablishing: {
    title: '{party} wieder Zugriff erteilen?',
    what: '{party} sieht wieder dieselben Daten, mit demselben Ende wie vorher. Wir bitten Sie zu bestätigen, dass Sie es sind.',
    confirming: 'Bestätigen Sie, dass {party} wieder Zugriff auf Ihre Konten erhält.',
    possible: 'Sie können denselben Zugriff bis {time} wieder erteilen.',
    confirm: 'Bestätigen und Zugriff erteilen',
    leave: 'Keinen Zugriff erteilen',
  },
  notices: {
    withdrawn: 'Der Zugriff wurde zurückgezogen. Der Anbieter sieht nichts mehr.',
    ended: 'Dieser Zugriff war schon beendet. Es wurde nichts geändert.',
    're-established': 'Der Anbieter hat wieder Zugriff.',
    'not-approved':
      'Der Zugriff wurde nicht wieder erteilt. Es wurde nichts geändert. Sie können es noch einmal versuchen.',
    'too-late':
      'Es ist zu spät, diesen Zugriff wieder zu erteilen. Es wurde nichts geändert. Der Anbieter kann Sie um einen neuen bitten.',
    replaced:
      'Der Anbieter hat einen neueren Zugriff von Ihnen. Es wurde nichts geändert. Sie finden ihn unter „Wer Zugriff hat“.',
    'not-possible':
      'Dieser Zugriff kann nicht wieder erteilt werden. Es wurde nichts geändert. Der Anbieter kann Sie um einen neuen bitten.',
  },
  unknown: {
    title: 'Wir kennen diesen Zugriff nicht',
    what: 'Es gibt keinen solchen Zugriff, oder er gehört nicht Ihnen. Es wurde nichts geändert.',
  },
};
