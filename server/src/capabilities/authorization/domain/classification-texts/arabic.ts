import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const arabic: LanguageTexts = {
  'transaction-types': {
    name: 'أنواع المعاملات',
    description: 'وجهة المعاملة.',
    values: {
      'N/A': 'إلى أي مكان.',
      SLF: 'إلى حساب للعميل نفسه.',
      TPF: 'إلى عميل آخر في البنك نفسه.',
      PMT: 'إلى بنك آخر في البلد نفسه.',
      RMT: 'إلى الخارج أو بعملة أخرى أو بقيمة عالية.',
    },
  },
  'authorization-types': {
    name: 'أنواع التفويض',
    description: 'الغرض من التفويض.',
    values: {
      PAYMENT: 'إجراء دفعة.',
      CANCELLATION: 'إلغاء دفعة.',
      CONSENT: 'منح موافقة.',
      'N/A': 'أي شيء.',
    },
  },
  'resource-kinds': {
    name: 'أنواع الموارد',
    description: 'ما يمكن توقيعه.',
    values: {
      payment: 'دفعة.',
      'bulk-payment': 'دفعات كثيرة في أمر واحد.',
      'periodic-payment': 'دفعة متكررة.',
      'signing-basket': 'عدة عناصر تُوقع معًا.',
      'payment-cancellation': 'إلغاء دفعة صدر أمر بها.',
      consent: 'وصول طرف ثالث إلى الحسابات.',
      'funds-confirmation-consent': 'إذن بالسؤال عن توفر الأموال.',
      document: 'مستند.',
      'party-correction': 'تصحيح بيانات طرف.',
      'restriction-lift': 'رفع قيد.',
      'employee-approval': 'إجراء آخر يحتاج إلى موظفين اثنين.',
      'signing-rule': 'قاعدة توقيع.',
    },
  },
  'sensitive-actions': {
    name: 'الإجراءات الحساسة',
    description: 'غرض الرمز لمرة واحدة.',
    values: {
      login: 'تسجيل الدخول.',
      registration: 'التسجيل كمستخدم.',
      'username-recovery': 'استرجاع اسم المستخدم.',
      'password-reset': 'إعادة تعيين كلمة المرور.',
      payment: 'الدفع.',
      'payee-registration': 'إضافة مستفيد.',
      consent: 'منح الوصول لطرف ثالث.',
      'contact-change': 'تغيير رقم هاتف أو عنوان.',
      'device-pairing': 'إضافة جهاز.',
      'limit-change': 'تغيير حد.',
      'card-control': 'تغيير إعدادات البطاقة.',
    },
  },
};
