import type { PayeeNotice } from '../domain/order.ts';
import type { Approach, ScaStatus } from '../domain/status.ts';
import { type MessageLanguage, messageLanguages } from './message-language.ts';
import { payeeMessage, payeesMessage } from './payee-message.ts';

type Message =
  | 'page'
  | 'app'
  | 'app-number'
  | 'code'
  | 'device-code'
  | 'choose'
  | 'password'
  | 'done'
  | 'failed';

const texts: Readonly<Record<Message, Readonly<Record<MessageLanguage, string>>>> = {
  page: {
    en: 'Continue on the page of your bank.',
    de: 'Fahren Sie auf der Seite Ihrer Bank fort.',
    nl: 'Ga verder op de pagina van uw bank.',
    fr: 'Continuez sur la page de votre banque.',
    ar: 'تابع في صفحة مصرفك.',
  },
  app: {
    en: 'Approve in the app of your bank.',
    de: 'Geben Sie die Anfrage in der App Ihrer Bank frei.',
    nl: 'Keur goed in de app van uw bank.',
    fr: 'Validez dans l’application de votre banque.',
    ar: 'وافق في تطبيق مصرفك.',
  },
  'app-number': {
    en: 'Open the app of your bank, check what it shows and type the number {number} there.',
    de: 'Öffnen Sie die App Ihrer Bank, prüfen Sie die Anzeige und geben Sie dort die Zahl {number} ein.',
    nl: 'Open de app van uw bank, controleer wat die toont en typ daar het getal {number}.',
    fr: 'Ouvrez l’application de votre banque, vérifiez ce qu’elle montre et saisissez-y le nombre {number}.',
    ar: 'افتح تطبيق مصرفك، وتحقق مما يعرضه، واكتب فيه الرقم {number}.',
  },
  code: {
    en: 'Enter the security code from the text message of your bank.',
    de: 'Geben Sie den Sicherheitscode aus der SMS Ihrer Bank ein.',
    nl: 'Vul de beveiligingscode uit de sms van uw bank in.',
    fr: 'Saisissez le code de sécurité du SMS de votre banque.',
    ar: 'أدخل رمز الأمان من الرسالة النصية لمصرفك.',
  },
  'device-code': {
    en: 'Enter the number in your card reader and type what it shows.',
    de: 'Geben Sie die Zahl in Ihren Kartenleser ein und tippen Sie ab, was er anzeigt.',
    nl: 'Toets het getal in op uw kaartlezer en vul in wat die toont.',
    fr: 'Saisissez le nombre dans votre lecteur de carte et recopiez ce qu’il affiche.',
    ar: 'أدخل الرقم في قارئ البطاقة واكتب ما يظهر عليه.',
  },
  choose: {
    en: 'Choose how you want to approve.',
    de: 'Wählen Sie, wie Sie freigeben möchten.',
    nl: 'Kies hoe u wilt goedkeuren.',
    fr: 'Choisissez comment vous voulez valider.',
    ar: 'اختر طريقة الموافقة.',
  },
  password: {
    en: 'Sign in with the name and password of your bank.',
    de: 'Melden Sie sich mit Namen und Passwort Ihrer Bank an.',
    nl: 'Meld u aan met de naam en het wachtwoord van uw bank.',
    fr: 'Identifiez-vous avec le nom et le mot de passe de votre banque.',
    ar: 'سجّل الدخول باسم المستخدم وكلمة المرور الخاصين بمصرفك.',
  },
  done: {
    en: 'Approved.',
    de: 'Freigegeben.',
    nl: 'Goedgekeurd.',
    fr: 'Validé.',
    ar: 'تمت الموافقة.',
  },
  failed: {
    en: 'Not approved. Nothing has been paid or shared.',
    de: 'Nicht freigegeben. Es wurde nichts bezahlt und nichts geteilt.',
    nl: 'Niet goedgekeurd. Er is niets betaald of gedeeld.',
    fr: 'Non validé. Rien n’a été payé ni partagé.',
    ar: 'لم تتم الموافقة. لم يُدفع شيء ولم تتم مشاركة شيء.',
  },
};

/** Returns the text that the third party shows to the customer, in the customer's language. */
export function psuMessage(
  authorisation: {
    readonly approach: Approach;
    readonly status: ScaStatus;
    readonly methodKind?: string | undefined;
    /** Digits that the customer chooses on a device. */
    readonly matchNumber?: string | undefined;
    /** Payees whose names the customer compares before approving. */
    readonly payee?: PayeeNotice | undefined;
  },
  language: string | undefined,
): string {
  const chosen = messageLanguages.find((one) => language?.toLowerCase().startsWith(one)) ?? 'en';
  const { matchNumber = '', payee } = authorisation;
  const text = texts[messageFor(authorisation)][chosen].replace('{number}', () => matchNumber);
  if (payee === undefined) return text;
  return `${'kind' in payee ? payeesMessage(payee, chosen) : payeeMessage(payee, chosen)} ${text}`;
}

function messageFor({
  approach,
  matchNumber,
  methodKind,
  status,
}: {
  readonly approach: Approach;
  readonly status: ScaStatus;
  readonly methodKind?: string | undefined;
  readonly matchNumber?: string | undefined;
}): Message {
  const ended = endings[status];
  if (ended !== undefined) return ended;
  if (approach === 'REDIRECT') return 'page';
  if (approach === 'DECOUPLED') return matchNumber === undefined ? 'app' : 'app-number';
  if (status === 'psuAuthenticated') return 'choose';
  if (status === 'received' || status === 'psuIdentified') return 'password';
  return methodKind === 'ocra' ? 'device-code' : 'code';
}

const endings: Readonly<Partial<Record<ScaStatus, Message>>> = {
  failed: 'failed',
  finalised: 'done',
  exempted: 'done',
  unconfirmed: 'done',
};
