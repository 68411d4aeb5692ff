import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const arabic: LanguageTexts = {
  'user-statuses': {
    name: 'حالات المستخدم',
    description: 'هل يستطيع المستخدم تسجيل الدخول.',
    values: {
      pending: 'التسجيل غير مكتمل.',
      active: 'يستطيع تسجيل الدخول.',
      locked: 'مقفل مؤقتًا بعد محاولات فاشلة كثيرة.',
      suspended: 'لا يستطيع تسجيل الدخول حتى يراجع البنك الحساب.',
      closed: 'مغلق نهائيًا.',
    },
  },
  'answer-format-types': {
    name: 'أشكال الإجابة',
    description: 'شكل الإجابة عن سؤال الأمان.',
    values: {
      'free-text': 'أي نص.',
      'single-choice': 'إحدى الإجابات المعروضة.',
      date: 'يوم.',
      number: 'عدد بين حدين.',
      pattern: 'نص يطابق نمطًا.',
    },
  },
  banks: {
    name: 'البنوك',
    description: 'البنوك التي يخدمها هذا النظام.',
    values: {
      '01': 'البنك الأول.',
      '02': 'البنك الثاني.',
      nl: 'البنك في هولندا.',
    },
  },
  'identity-providers': {
    name: 'مزودو الهوية',
    description: 'مزودو الهوية الخارجيون.',
    values: {
      'identity-wallet': 'المحفظة الأوروبية للهوية الرقمية.',
      'national-identity': 'الهوية الإلكترونية الوطنية.',
      apple: 'حساب لدى Apple.',
      google: 'حساب لدى Google.',
      microsoft: 'حساب لدى Microsoft.',
    },
  },
};
