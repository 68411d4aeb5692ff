import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const people: LanguageTexts = {
  'party-kinds': {
    name: 'أنواع الأطراف',
    description: 'ما هو الطرف.',
    values: {
      individual: 'شخص طبيعي.',
      organization: 'منظمة.',
    },
  },
  'customer-statuses': {
    name: 'حالات العميل',
    description: 'علاقة الطرف بالبنك.',
    values: {
      potential: 'معروف ولم يتم الاتصال به بعد.',
      prospective: 'تم الاتصال به أو يقدم طلبًا.',
      active: 'يستخدم منتجًا.',
      dormant: 'لديه منتجات ولا يستخدمها.',
      former: 'لم يعد لديه منتج مفتوح.',
      declined: 'رفض الطرف.',
      rejected: 'رفض البنك الطرف.',
    },
  },
  'identification-kinds': {
    name: 'أنواع أرقام الهوية',
    description: 'ما هو رقم الهوية.',
    values: {
      'registration-number': 'رقم في سجل للمنظمات.',
      'tax-id-number': 'رقم تمنحه سلطة ضريبية.',
      'personal-id-number': 'رقم الشخص في سجل السكان.',
      'identity-card-number': 'رقم بطاقة هوية.',
      'passport-number': 'رقم جواز سفر.',
      'driver-license-number': 'رقم رخصة قيادة.',
      'social-security-number': 'رقم تمنحه جهة الضمان الاجتماعي.',
    },
  },
  'registration-profiles': {
    name: 'مستويات التسجيل',
    description: 'مقدار المعروف عن الطرف.',
    values: {
      contact: 'اسم ووسيلة اتصال.',
      prospect: 'ما يكفي لتقديم عرض.',
      customer: 'ما يكفي لفتح منتج.',
    },
  },
  'record-states': {
    name: 'حالات السجلات',
    description: 'حالة السجل.',
    values: {
      live: 'مستخدم.',
      merged: 'مدمج في سجل آخر.',
      erased: 'محذوف؛ لم يبق إلا الرقم.',
    },
  },
  'identification-document-kinds': {
    name: 'أنواع وثائق الهوية',
    description: 'ما هي وثيقة الهوية.',
    values: {
      passport: 'جواز سفر.',
      'identity-card': 'بطاقة هوية.',
      'driver-license': 'رخصة قيادة.',
      'residence-permit': 'تصريح إقامة.',
    },
  },
  'identification-document-statuses': {
    name: 'حالات وثائق الهوية',
    description: 'هل يمكن الاعتماد على وثيقة الهوية.',
    values: {
      valid: 'سارية.',
      expired: 'منتهية الصلاحية.',
      replaced: 'حلت محلها وثيقة أحدث من النوع نفسه.',
      revoked: 'أُعلن أنها غير صالحة.',
    },
  },
  'individual-statuses': {
    name: 'حالات الأفراد',
    description: 'هل الشخص على قيد الحياة.',
    values: {
      living: 'الشخص على قيد الحياة.',
      deceased: 'الشخص متوفى.',
    },
  },
  genders: {
    name: 'الجنس',
    description: 'تمثيل الجنس وفق ISO/IEC 5218.',
    values: {
      female: 'أنثى.',
      male: 'ذكر.',
      'not-known': 'غير معروف.',
      'not-applicable': 'لا ينطبق.',
    },
  },
  'legal-capacities': {
    name: 'الأهلية القانونية',
    description: 'مدى قدرة الشخص على التصرف بأثر قانوني.',
    values: {
      full: 'يتصرف الشخص بمفرده.',
      limited: 'تحتاج بعض التصرفات إلى موافقة شخص آخر.',
      none: 'يتصرف شخص آخر نيابة عنه.',
      unknown: 'غير معروفة.',
    },
  },
  'marital-statuses': {
    name: 'الحالة الاجتماعية',
    description: 'الحالة الاجتماعية وفق توصيات الأمم المتحدة للتعدادات.',
    values: {
      single: 'لم يسبق له الزواج.',
      married: 'متزوج.',
      'registered-partnership': 'في شراكة مسجلة.',
      separated: 'متزوج ومنفصل قانونيًا.',
      divorced: 'مطلق ولم يتزوج ثانية.',
      widowed: 'أرمل ولم يتزوج ثانية.',
      unknown: 'غير معروفة.',
    },
  },
  'employment-statuses': {
    name: 'حالات العمل',
    description: 'مصدر عيش الشخص الرئيسي.',
    values: {
      employed: 'يعمل لدى صاحب عمل.',
      'self-employed': 'يعمل لحسابه الخاص.',
      unemployed: 'بلا عمل ويبحث عنه.',
      student: 'في مدرسة أو جامعة.',
      retired: 'أنهى حياته المهنية.',
      homemaker: 'يدير شؤون المنزل.',
      other: 'غير ذلك.',
    },
  },
  'contract-kinds': {
    name: 'أنواع عقود العمل',
    description: 'مدة عقد العمل.',
    values: {
      permanent: 'بلا نهاية محددة.',
      'fixed-term': 'حتى يوم متفق عليه.',
      temporary: 'لفترة، عن طريق وكالة أو حسب الحاجة.',
    },
  },
  'residence-statuses': {
    name: 'الإقامة',
    description: 'هل يقع مركز المصالح الاقتصادية في بلد البنك.',
    values: {
      resident: 'مقيم.',
      'non-resident': 'غير مقيم.',
    },
  },
  'tenure-statuses': {
    name: 'أوضاع السكن',
    description: 'بأي حق تسكن الأسرة مسكنها، وفق EU-SILC.',
    values: {
      'outright-owner': 'مالك بلا رهن عقاري.',
      'owner-with-mortgage': 'مالك يسدد رهنًا عقاريًا.',
      'tenant-market-rent': 'مستأجر بسعر السوق.',
      'tenant-reduced-rent': 'مستأجر بإيجار مخفض.',
      'rent-free': 'يسكن مجانًا.',
      unknown: 'غير معروف.',
    },
  },
  'correction-reasons': {
    name: 'أسباب التصحيح',
    description: 'لماذا تُصحح بيانات الشخص.',
    values: {
      'typing-error': 'خطأ مطبعي.',
      'document-check': 'في الوثيقة بيانات أخرى.',
      'customer-request': 'طلب العميل ذلك.',
      'court-order': 'أمرت محكمة بذلك.',
      migration: 'قدم نظام آخر بيانات خاطئة.',
    },
  },
  'surname-change-reasons': {
    name: 'أسباب تغيير اسم العائلة',
    description: 'لماذا يتغير اسم عائلة الشخص.',
    values: {
      marriage: 'زواج أو شراكة مسجلة.',
      divorce: 'طلاق أو انتهاء شراكة.',
      'court-decision': 'قرار محكمة أو سلطة.',
      other: 'سبب آخر.',
    },
  },
  'death-report-sources': {
    name: 'مصادر الإبلاغ عن الوفاة',
    description: 'مصدر بلاغ الوفاة.',
    values: {
      certificate: 'شهادة وفاة.',
      'civil-register': 'السجل المدني.',
      relative: 'أحد الأقارب.',
      other: 'شخص آخر.',
    },
  },
  'contact-point-methods': {
    name: 'طرق الاتصال',
    description: 'وسائل الاتصال بالطرف.',
    values: {
      postal: 'رسالة بريدية.',
      landline: 'هاتف ثابت.',
      mobile: 'هاتف محمول.',
      fax: 'فاكس.',
      email: 'بريد إلكتروني.',
      web: 'صفحة ويب.',
      social: 'حساب في شبكة اجتماعية.',
    },
  },
  'contact-point-usages': {
    name: 'استخدامات وسائل الاتصال',
    description: 'فيم تُستخدم وسيلة الاتصال.',
    values: {
      primary: 'الخيار الأول لهذه الطريقة.',
      home: 'في المنزل.',
      work: 'في العمل.',
      legal: 'العنوان المسجل، لما له أثر قانوني.',
      delivery: 'المكان الذي تُرسل إليه الرسائل والطرود.',
      temporary: 'لفترة فقط.',
      other: 'استخدام آخر.',
    },
  },
  'address-kinds': {
    name: 'أنواع العناوين',
    description: 'نوع عنوان وسيلة الاتصال.',
    values: {
      phone: 'رقم هاتف.',
      email: 'عنوان بريد إلكتروني.',
      social: 'اسم حساب في شبكة اجتماعية.',
      web: 'عنوان ويب.',
      postal: 'عنوان بريدي.',
    },
  },
  'contact-purposes': {
    name: 'أغراض الاتصال',
    description: 'الغرض الذي يتصل البنك من أجله بالطرف.',
    values: {
      'service-provision': 'لتقديم الخدمات المتفق عليها.',
      'customer-care': 'للرد على الطلبات والمساعدة.',
      'payment-management': 'لإدارة المدفوعات.',
      'direct-marketing': 'لعرض منتجات وخدمات.',
      'personalised-advertising': 'لعرض إعلانات مختارة للشخص.',
      survey: 'للسؤال عن الرأي.',
    },
  },
};
