import type { Transfer } from '../domain/order.ts';
import type { BulkPayees, PayeeCheck } from '../domain/payee-check.ts';
import type { MessageLanguage } from './message-language.ts';

type Doubt = Exclude<PayeeCheck['outcome'], 'match'>;

/**
 * What a third party tells its customer about a payee. SPEC xs2a-2026 2.4: what was compared, and what it means for the
 * money.
 */
const texts: Readonly<Record<Doubt, Readonly<Record<MessageLanguage, string>>>> = {
  'close-match': {
    en: 'The name {given} is almost right: the account belongs to {holder}. If you continue, your bank pays to this account, and does not have to refund the money if it is not the one you mean.',
    de: 'Der Name {given} stimmt fast: Das Konto gehört {holder}. Wenn Sie fortfahren, zahlt Ihre Bank auf dieses Konto und muss das Geld nicht erstatten, falls es nicht das gemeinte ist.',
    nl: 'De naam {given} klopt bijna: de rekening is van {holder}. Als u doorgaat, betaalt uw bank op deze rekening en hoeft zij het geld niet terug te betalen als het niet de bedoelde is.',
    fr: 'Le nom {given} est presque exact : le compte est celui de {holder}. Si vous continuez, votre banque paie sur ce compte et n’a pas à rembourser si ce n’est pas le bon.',
    ar: 'الاسم {given} صحيح تقريبًا: صاحب الحساب هو {holder}. إذا تابعت، يدفع مصرفك إلى هذا الحساب، ولا يلزمه رد المال إن لم يكن الحساب المقصود.',
  },
  'no-match': {
    en: 'The name {given} does not match the account. If you continue, your bank pays to this account, and does not have to refund the money if it is not the one you mean.',
    de: 'Der Name {given} passt nicht zum Konto. Wenn Sie fortfahren, zahlt Ihre Bank auf dieses Konto und muss das Geld nicht erstatten, falls es nicht das gemeinte ist.',
    nl: 'De naam {given} hoort niet bij de rekening. Als u doorgaat, betaalt uw bank op deze rekening en hoeft zij het geld niet terug te betalen als het niet de bedoelde is.',
    fr: 'Le nom {given} ne correspond pas au compte. Si vous continuez, votre banque paie sur ce compte et n’a pas à rembourser si ce n’est pas le bon.',
    ar: 'الاسم {given} غير مطابق للحساب. إذا تابعت، يدفع مصرفك إلى هذا الحساب، ولا يلزمه رد المال إن لم يكن الحساب المقصود.',
  },
  'not-possible': {
    en: 'The name {given} could not be compared with the account. The money may reach an account that is not the one you mean, and may not come back.',
    de: 'Der Name {given} konnte nicht mit dem Konto verglichen werden. Das Geld kann auf ein anderes als das gemeinte Konto gehen und kommt dann vielleicht nicht zurück.',
    nl: 'De naam {given} kon niet met de rekening worden vergeleken. Het geld kan op een andere dan de bedoelde rekening terechtkomen en komt dan misschien niet terug.',
    fr: 'Le nom {given} n’a pas pu être comparé avec le compte. L’argent peut arriver sur un autre compte que le bon, et ne pas revenir.',
    ar: 'لم تمكن مقارنة الاسم {given} بالحساب. قد يصل المال إلى حساب غير المقصود وقد لا يعود.',
  },
};

/** Returns what a third party tells its customer about the payee of a transfer; nothing if its name matches. */
export function payeeMessage({ creditorName, payeeCheck }: Transfer, language: MessageLanguage): string {
  if (payeeCheck === undefined || payeeCheck.outcome === 'match') return '';
  const holder = payeeCheck.outcome === 'close-match' ? payeeCheck.holderName : '';
  const names: Readonly<Record<string, string>> = { given: creditorName, holder };
  return texts[payeeCheck.outcome][language].replaceAll(
    /\{(given|holder)\}/gu,
    (_, name: string) => names[name] ?? '',
  );
}

/** The same of a bulk: how many names have each result. */
const bulkTexts: Readonly<Record<BulkPayees['kind'], Readonly<Record<MessageLanguage, string>>>> = {
  checked: {
    en: 'Names that do not match the account: {no-match}. Names that are almost right: {close-match}. Names that could not be compared: {not-possible}. If you continue, your bank pays to these accounts, and does not have to refund the money if they are not the ones you mean.',
    de: 'Namen, die nicht zum Konto passen: {no-match}. Namen, die fast stimmen: {close-match}. Namen, die nicht verglichen werden konnten: {not-possible}. Wenn Sie fortfahren, zahlt Ihre Bank auf diese Konten und muss das Geld nicht erstatten, falls es nicht die gemeinten sind.',
    nl: 'Namen die niet bij de rekening horen: {no-match}. Namen die bijna kloppen: {close-match}. Namen die niet konden worden vergeleken: {not-possible}. Als u doorgaat, betaalt uw bank op deze rekeningen en hoeft zij het geld niet terug te betalen als het niet de bedoelde zijn.',
    fr: 'Noms qui ne correspondent pas au compte : {no-match}. Noms presque exacts : {close-match}. Noms qui n’ont pas pu être comparés : {not-possible}. Si vous continuez, votre banque paie sur ces comptes et n’a pas à rembourser si ce ne sont pas les bons.',
    ar: 'أسماء غير مطابقة للحساب: {no-match}. أسماء صحيحة تقريبًا: {close-match}. أسماء لم تمكن مقارنتها: {not-possible}. إذا تابعت، يدفع مصرفك إلى هذه الحسابات، ولا يلزمه رد المال إن لم تكن الحسابات المقصودة.',
  },
  running: {
    en: 'The names of the payees are still being compared with the accounts. If you continue now, the money may reach accounts that are not the ones you mean.',
    de: 'Die Namen der Empfänger werden noch mit den Konten verglichen. Wenn Sie jetzt fortfahren, kann das Geld auf andere als die gemeinten Konten gehen.',
    nl: 'De namen van de ontvangers worden nog met de rekeningen vergeleken. Als u nu doorgaat, kan het geld op andere dan de bedoelde rekeningen terechtkomen.',
    fr: 'Les noms des bénéficiaires sont encore comparés avec les comptes. Si vous continuez maintenant, l’argent peut arriver sur d’autres comptes que les bons.',
    ar: 'ما زالت أسماء المستفيدين تُقارن بالحسابات. إذا تابعت الآن، فقد يصل المال إلى حسابات غير المقصودة.',
  },
};

/** Returns what a third party tells its customer about the payees of a bulk. */
export function payeesMessage(payees: BulkPayees, language: MessageLanguage): string {
  const counts: Readonly<Record<string, number>> = payees.kind === 'checked' ? payees.counts : {};
  return bulkTexts[payees.kind][language].replaceAll(
    /\{([a-z-]+)\}/gu,
    (_, name: string) => `${counts[name] ?? 0}`,
  );
}
