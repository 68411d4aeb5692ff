/** Texts of the questions; `questions.ts` defines which questions exist and their formats. */

interface Spoken {
  readonly en: string;
  readonly de: string;
  readonly nl: string;
  readonly fr: string;
  readonly ar: string;
}

interface QuestionText {
  readonly question: Spoken;
  readonly description?: Spoken;
}

const texts = {
  'first-teacher': {
    question: {
      en: 'What was the surname of the first teacher you remember?',
      de: 'Wie hieß die erste Lehrkraft, an die Sie sich erinnern, mit Nachnamen?',
      nl: 'Wat was de achternaam van de eerste leraar die u zich herinnert?',
      fr: 'Quel était le nom de famille du premier enseignant dont vous vous souvenez ?',
      ar: 'ما اسم عائلة أول معلم تتذكره؟',
    },
  },
  'friend-street': {
    question: {
      en: 'In which street did your best childhood friend live?',
      de: 'In welcher Straße wohnte Ihr bester Freund oder Ihre beste Freundin aus der Kindheit?',
      nl: 'In welke straat woonde uw beste jeugdvriend of -vriendin?',
      fr: 'Dans quelle rue habitait votre meilleur ami d’enfance ?',
      ar: 'في أي شارع كان يسكن أعز أصدقاء طفولتك؟',
    },
  },
  'friend-nickname': {
    question: {
      en: 'What was the nickname of your best friend at school?',
      de: 'Welchen Spitznamen hatte Ihr bester Freund oder Ihre beste Freundin in der Schule?',
      nl: 'Wat was de bijnaam van uw beste vriend of vriendin op school?',
      fr: 'Quel était le surnom de votre meilleur ami à l’école ?',
      ar: 'ما لقب أعز أصدقائك في المدرسة؟',
    },
  },
  'first-concert': {
    question: {
      en: 'Whom did you hear at your first concert?',
      de: 'Wen haben Sie bei Ihrem ersten Konzert gehört?',
      nl: 'Wie hoorde u bij uw eerste concert?',
      fr: 'Qui avez-vous entendu lors de votre premier concert ?',
      ar: 'لمن استمعت في أول حفل موسيقي حضرته؟',
    },
  },
  'childhood-dream': {
    question: {
      en: 'What did you want to become when you were a child?',
      de: 'Was wollten Sie als Kind werden?',
      nl: 'Wat wilde u als kind worden?',
      fr: 'Que vouliez-vous devenir quand vous étiez enfant ?',
      ar: 'ماذا كنت تريد أن تصبح عندما كنت طفلا؟',
    },
  },
  'childhood-book': {
    question: {
      en: 'Which book did you read again and again as a child?',
      de: 'Welches Buch haben Sie als Kind immer wieder gelesen?',
      nl: 'Welk boek las u als kind steeds opnieuw?',
      fr: 'Quel livre avez-vous lu et relu dans votre enfance ?',
      ar: 'ما الكتاب الذي كنت تعيد قراءته في طفولتك؟',
    },
  },
  'childhood-toy': {
    question: {
      en: 'What did you call your favourite toy?',
      de: 'Wie nannten Sie Ihr liebstes Spielzeug?',
      nl: 'Hoe noemde u uw lievelingsspeelgoed?',
      fr: 'Comment appeliez-vous votre jouet préféré ?',
      ar: 'ماذا كنت تسمي لعبتك المفضلة؟',
    },
  },
  'hiding-place': {
    question: {
      en: 'Where did you hide things as a child?',
      de: 'Wo haben Sie als Kind Dinge versteckt?',
      nl: 'Waar verstopte u als kind dingen?',
      fr: 'Où cachiez-vous des objets dans votre enfance ?',
      ar: 'أين كنت تخبئ أشياءك في طفولتك؟',
    },
  },
  'first-journey': {
    question: {
      en: 'Where did your first long journey without your parents take you?',
      de: 'Wohin führte Ihre erste lange Reise ohne Ihre Eltern?',
      nl: 'Waarheen ging uw eerste lange reis zonder uw ouders?',
      fr: 'Où vous a mené votre premier long voyage sans vos parents ?',
      ar: 'إلى أين كانت أول رحلة طويلة لك بدون والديك؟',
    },
  },
  'first-dish': {
    question: {
      en: 'What was the first dish you learned to cook?',
      de: 'Welches Gericht haben Sie als erstes kochen gelernt?',
      nl: 'Welk gerecht leerde u als eerste koken?',
      fr: 'Quel est le premier plat que vous avez appris à cuisiner ?',
      ar: 'ما أول طبق تعلمت طهيه؟',
    },
  },
  'first-film': {
    question: {
      en: 'Which film did you see on your first visit to a cinema?',
      de: 'Welchen Film haben Sie bei Ihrem ersten Kinobesuch gesehen?',
      nl: 'Welke film zag u bij uw eerste bioscoopbezoek?',
      fr: 'Quel film avez-vous vu lors de votre première séance de cinéma ?',
      ar: 'ما الفيلم الذي شاهدته في أول زيارة لك إلى السينما؟',
    },
  },
  'first-earnings': {
    question: {
      en: 'Where did you earn your first money?',
      de: 'Wo haben Sie Ihr erstes Geld verdient?',
      nl: 'Waar verdiende u uw eerste geld?',
      fr: 'Où avez-vous gagné votre premier argent ?',
      ar: 'أين كسبت أول مال لك؟',
    },
  },
  'remembered-day': {
    question: {
      en: 'Which day will you never forget?',
      de: 'Welchen Tag werden Sie nie vergessen?',
      nl: 'Welke dag zult u nooit vergeten?',
      fr: 'Quel jour n’oublierez-vous jamais ?',
      ar: 'ما اليوم الذي لن تنساه أبدا؟',
    },
    description: {
      en: 'Not a birthday or a wedding day: others know those.',
      de: 'Kein Geburtstag und kein Hochzeitstag: Die kennen auch andere.',
      nl: 'Geen verjaardag of trouwdag: die kennen anderen ook.',
      fr: 'Ni anniversaire ni jour de mariage : d’autres les connaissent.',
      ar: 'ليس عيد ميلاد أو يوم زفاف، فغيرك يعرفهما.',
    },
  },
  'membership-number': {
    question: {
      en: 'Which membership number do you know by heart?',
      de: 'Welche Mitgliedsnummer kennen Sie auswendig?',
      nl: 'Welk lidnummer kent u uit het hoofd?',
      fr: 'Quel numéro d’adhérent connaissez-vous par cœur ?',
      ar: 'ما رقم العضوية الذي تحفظه عن ظهر قلب؟',
    },
    description: {
      en: 'Of a club or a library, without leading zeros; never a number of this bank.',
      de: 'Eines Vereins oder einer Bibliothek, ohne führende Nullen; nie eine Nummer dieser Bank.',
      nl: 'Van een vereniging of bibliotheek, zonder voorloopnullen; nooit een nummer van deze bank.',
      fr: 'D’un club ou d’une bibliothèque, sans zéros initiaux ; jamais un numéro de cette banque.',
      ar: 'لناد أو مكتبة، بدون أصفار في البداية، وليس رقما لدى هذا البنك.',
    },
  },
  'old-phone': {
    question: {
      en: 'How does a telephone number end that you knew by heart as a child?',
      de: 'Wie endet eine Telefonnummer, die Sie als Kind auswendig kannten?',
      nl: 'Hoe eindigt een telefoonnummer dat u als kind uit het hoofd kende?',
      fr: 'Comment se termine un numéro de téléphone que vous saviez par cœur dans votre enfance ?',
      ar: 'بم ينتهي رقم هاتف كنت تحفظه في طفولتك؟',
    },
    description: {
      en: 'Its last six digits.',
      de: 'Die letzten sechs Ziffern.',
      nl: 'De laatste zes cijfers.',
      fr: 'Ses six derniers chiffres.',
      ar: 'آخر ستة أرقام.',
    },
  },
  'family-car': {
    question: {
      en: 'What was on the number plate of the first car you remember?',
      de: 'Welches Kennzeichen hatte das erste Auto, an das Sie sich erinnern?',
      nl: 'Welk kenteken had de eerste auto die u zich herinnert?',
      fr: 'Quelle était la plaque d’immatriculation de la première voiture dont vous vous souvenez ?',
      ar: 'ما رقم لوحة أول سيارة تتذكرها؟',
    },
    description: {
      en: 'Latin letters and digits.',
      de: 'Lateinische Buchstaben und Ziffern.',
      nl: 'Latijnse letters en cijfers.',
      fr: 'Lettres latines et chiffres.',
      ar: 'بالحروف اللاتينية والأرقام.',
    },
  },
} as const satisfies Readonly<Record<string, QuestionText>>;

export type QuestionId = keyof typeof texts;

export const questionTexts: Readonly<Record<QuestionId, QuestionText>> = texts;

/** Texts of the choices, by value. */
export const choiceTexts = {
  'first-earnings': {
    'on-a-farm': {
      en: 'On a farm',
      de: 'In der Landwirtschaft',
      nl: 'Op een boerderij',
      fr: 'À la ferme',
      ar: 'في مزرعة',
    },
    'in-a-shop': {
      en: 'In a shop',
      de: 'In einem Laden',
      nl: 'In een winkel',
      fr: 'Dans un magasin',
      ar: 'في متجر',
    },
    'in-a-kitchen': {
      en: 'In a kitchen',
      de: 'In einer Küche',
      nl: 'In een keuken',
      fr: 'En cuisine',
      ar: 'في مطبخ',
    },
    'in-a-factory': {
      en: 'In a factory',
      de: 'In einer Fabrik',
      nl: 'In een fabriek',
      fr: 'En usine',
      ar: 'في مصنع',
    },
    'in-an-office': {
      en: 'In an office',
      de: 'In einem Büro',
      nl: 'Op een kantoor',
      fr: 'Dans un bureau',
      ar: 'في مكتب',
    },
    'in-a-school': {
      en: 'In a school',
      de: 'In einer Schule',
      nl: 'Op een school',
      fr: 'Dans une école',
      ar: 'في مدرسة',
    },
    'in-a-hospital': {
      en: 'In a hospital',
      de: 'Im Krankenhaus',
      nl: 'In een ziekenhuis',
      fr: 'À l’hôpital',
      ar: 'في مستشفى',
    },
    'on-a-site': {
      en: 'On a building site',
      de: 'Auf dem Bau',
      nl: 'In de bouw',
      fr: 'Sur un chantier',
      ar: 'في موقع بناء',
    },
    'at-home': { en: 'At home', de: 'Zu Hause', nl: 'Thuis', fr: 'À la maison', ar: 'في البيت' },
    'on-the-road': {
      en: 'On the road',
      de: 'Unterwegs',
      nl: 'Onderweg',
      fr: 'Sur la route',
      ar: 'على الطريق',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Spoken>>>>;
