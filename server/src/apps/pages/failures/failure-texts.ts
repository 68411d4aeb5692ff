/** Text of one page: what happened, and what to do. */
interface FailureText {
  readonly title: string;
  readonly what: string;
}

export interface FailureTexts {
  readonly unknown: FailureText;
  readonly notAllowed: FailureText;
  readonly tooMany: FailureText;
  readonly refused: FailureText;
  readonly maintenance: FailureText;
  readonly busy: FailureText;
  readonly broken: FailureText;
  readonly home: string;
  readonly reference: string;
}

const english: FailureTexts = {
  unknown: {
    title: 'This page does not exist',
    what: 'The address is not right, or the page was removed. Check the address.',
  },
  notAllowed: {
    title: 'This page cannot do that',
    what: 'Nothing was changed. Go back and use the buttons of the page.',
  },
  tooMany: {
    title: 'Too many requests at once',
    what: 'Nothing was changed. Wait a few minutes, then try again.',
  },
  refused: {
    title: 'We could not accept that',
    what: 'Nothing was changed. Go back and try again.',
  },
  maintenance: {
    title: 'Closed for maintenance',
    what: 'Your bank is working on its systems. Nothing was changed. Please come back later.',
  },
  busy: {
    title: 'Not available at the moment',
    what: 'Nothing was changed. Wait a minute, then try again.',
  },
  broken: {
    title: 'Something failed on our side',
    what: 'It was not your fault. Wait a minute, then try again.',
  },
  home: 'To the page of your bank',
  reference: 'If you ask for help, give this reference:',
};

const german: FailureTexts = {
  unknown: {
    title: 'Diese Seite gibt es nicht',
    what: 'Die Adresse stimmt nicht, oder die Seite wurde entfernt. Prüfen Sie die Adresse.',
  },
  notAllowed: {
    title: 'Das geht auf dieser Seite nicht',
    what: 'Es wurde nichts geändert. Gehen Sie zurück, und benutzen Sie die Knöpfe der Seite.',
  },
  tooMany: {
    title: 'Zu viele Anfragen auf einmal',
    what: 'Es wurde nichts geändert. Warten Sie einige Minuten, und versuchen Sie es noch einmal.',
  },
  refused: {
    title: 'Das konnten wir nicht annehmen',
    what: 'Es wurde nichts geändert. Gehen Sie zurück, und versuchen Sie es noch einmal.',
  },
  maintenance: {
    title: 'Wegen Wartung geschlossen',
    what: 'Ihre Bank arbeitet an ihren Systemen. Es wurde nichts geändert. Bitte kommen Sie später wieder.',
  },
  busy: {
    title: 'Zurzeit nicht verfügbar',
    what: 'Es wurde nichts geändert. Warten Sie eine Minute, und versuchen Sie es noch einmal.',
  },
  broken: {
    title: 'Bei uns ist etwas schiefgegangen',
    what: 'Es lag nicht an Ihnen. Warten Sie eine Minute, und versuchen Sie es noch einmal.',
  },
  home: 'Zur Seite Ihrer Bank',
  reference: 'Wenn Sie um Hilfe bitten, nennen Sie dieses Kennzeichen:',
};

const dutch: FailureTexts = {
  unknown: {
    title: 'Deze pagina bestaat niet',
    what: 'Het adres klopt niet, of de pagina is verwijderd. Controleer het adres.',
  },
  notAllowed: {
    title: 'Dat kan niet op deze pagina',
    what: 'Er is niets veranderd. Ga terug en gebruik de knoppen van de pagina.',
  },
  tooMany: {
    title: 'Te veel verzoeken tegelijk',
    what: 'Er is niets veranderd. Wacht een paar minuten en probeer het opnieuw.',
  },
  refused: {
    title: 'Dit konden we niet aannemen',
    what: 'Er is niets veranderd. Ga terug en probeer het opnieuw.',
  },
  maintenance: {
    title: 'Gesloten voor onderhoud',
    what: 'Uw bank werkt aan haar systemen. Er is niets veranderd. Kom later terug.',
  },
  busy: {
    title: 'Nu niet beschikbaar',
    what: 'Er is niets veranderd. Wacht een minuut en probeer het opnieuw.',
  },
  broken: {
    title: 'Er ging bij ons iets mis',
    what: 'Het lag niet aan u. Wacht een minuut en probeer het opnieuw.',
  },
  home: 'Naar de pagina van uw bank',
  reference: 'Vraagt u om hulp, noem dan dit kenmerk:',
};

const french: FailureTexts = {
  unknown: {
    title: 'Cette page n’existe pas',
    what: 'L’adresse n’est pas correcte, ou la page a été supprimée. Vérifiez l’adresse.',
  },
  notAllowed: {
    title: 'Cette page ne permet pas cela',
    what: 'Rien n’a été modifié. Revenez en arrière et utilisez les boutons de la page.',
  },
  tooMany: {
    title: 'Trop de demandes à la fois',
    what: 'Rien n’a été modifié. Attendez quelques minutes, puis réessayez.',
  },
  refused: {
    title: 'Nous n’avons pas pu accepter cela',
    what: 'Rien n’a été modifié. Revenez en arrière et réessayez.',
  },
  maintenance: {
    title: 'Fermé pour maintenance',
    what: 'Votre banque travaille sur ses systèmes. Rien n’a été modifié. Veuillez revenir plus tard.',
  },
  busy: {
    title: 'Indisponible pour le moment',
    what: 'Rien n’a été modifié. Attendez une minute, puis réessayez.',
  },
  broken: {
    title: 'Une erreur s’est produite chez nous',
    what: 'Vous n’y êtes pour rien. Attendez une minute, puis réessayez.',
  },
  home: 'Vers la page de votre banque',
  reference: 'Si vous demandez de l’aide, indiquez cette référence :',
};

const arabic: FailureTexts = {
  unknown: {
    title: 'هذه الصفحة غير موجودة',
    what: 'العنوان غير صحيح أو أُزيلت الصفحة. تحقق من العنوان.',
  },
  notAllowed: {
    title: 'لا يمكن فعل ذلك في هذه الصفحة',
    what: 'لم يتغير شيء. ارجع واستخدم أزرار الصفحة.',
  },
  tooMany: {
    title: 'طلبات كثيرة في وقت واحد',
    what: 'لم يتغير شيء. انتظر بضع دقائق ثم حاول مرة أخرى.',
  },
  refused: {
    title: 'لم نتمكن من قبول ذلك',
    what: 'لم يتغير شيء. ارجع وحاول مرة أخرى.',
  },
  maintenance: {
    title: 'مغلق للصيانة',
    what: 'يعمل مصرفك على أنظمته. لم يتغير شيء. يرجى العودة لاحقًا.',
  },
  busy: {
    title: 'غير متاح حاليًا',
    what: 'لم يتغير شيء. انتظر دقيقة ثم حاول مرة أخرى.',
  },
  broken: {
    title: 'حدث خطأ لدينا',
    what: 'لم يكن الخطأ منك. انتظر دقيقة ثم حاول مرة أخرى.',
  },
  home: 'إلى صفحة مصرفك',
  reference: 'إذا طلبت المساعدة فاذكر هذا الرقم المرجعي:',
};

const byTag: ReadonlyMap<string, FailureTexts> = new Map([
  ['en', english],
  ['de', german],
  ['nl', dutch],
  ['fr', french],
  ['ar', arabic],
]);

/** Returns the texts of a language; English if there are none. */
export function failureTexts(tag: string): FailureTexts {
  return byTag.get(tag) ?? english;
}
