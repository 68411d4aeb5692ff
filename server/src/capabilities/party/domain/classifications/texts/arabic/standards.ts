import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const standards: LanguageTexts = {
  'education-levels': {
    name: 'مستويات التعليم',
    description: 'أعلى مستوى تعليمي تم بلوغه وفق ISCED 2011.',
    values: {
      'early-childhood-education': 'تعليم الطفولة المبكرة',
      'primary-education': 'التعليم الابتدائي',
      'lower-secondary-education': 'المرحلة الأولى من التعليم الثانوي',
      'upper-secondary-education': 'المرحلة الثانية من التعليم الثانوي',
      'post-secondary-non-tertiary-education': 'تعليم ما بعد الثانوي غير العالي',
      'short-cycle-tertiary-education': 'تعليم عالٍ قصير المدة',
      'bachelor-or-equivalent-level': 'البكالوريوس أو ما يعادله',
      'master-or-equivalent-level': 'الماجستير أو ما يعادله',
      'doctoral-or-equivalent-level': 'الدكتوراه أو ما يعادلها',
    },
  },
  occupations: {
    name: 'المهن',
    description: 'ما يعمله الشخص: المجموعات الرئيسية والفرعية في ISCO-08.',
    values: {
      managers: 'المديرون',
      'chief-executives-senior-officials-and-legislators':
        'كبار المسؤولين التنفيذيين وكبار الموظفين والمشرعون',
      'administrative-and-commercial-managers': 'المديرون الإداريون والتجاريون',
      'production-and-specialized-services-managers': 'مديرو الإنتاج والخدمات المتخصصة',
      'hospitality-retail-and-other-services-managers': 'مديرو الضيافة وتجارة التجزئة والخدمات الأخرى',
      professionals: 'الاختصاصيون',
      'science-and-engineering-professionals': 'اختصاصيو العلوم والهندسة',
      'health-professionals': 'اختصاصيو الصحة',
      'teaching-professionals': 'اختصاصيو التعليم',
      'business-and-administration-professionals': 'اختصاصيو الأعمال والإدارة',
      'information-and-communications-technology-professionals': 'اختصاصيو تكنولوجيا المعلومات والاتصالات',
      'legal-social-and-cultural-professionals': 'اختصاصيو القانون والشؤون الاجتماعية والثقافية',
      'technicians-and-associate-professionals': 'الفنيون ومساعدو الاختصاصيين',
      'science-and-engineering-associate-professionals': 'مساعدو اختصاصيي العلوم والهندسة',
      'health-associate-professionals': 'مساعدو اختصاصيي الصحة',
      'business-and-administration-associate-professionals': 'مساعدو اختصاصيي الأعمال والإدارة',
      'legal-social-cultural-and-related-associate-professionals':
        'مساعدو اختصاصيي القانون والشؤون الاجتماعية والثقافية وما يتصل بها',
      'information-and-communications-technicians': 'فنيو المعلومات والاتصالات',
      'clerical-support-workers': 'العاملون في الأعمال الكتابية المساندة',
      'general-and-keyboard-clerks': 'الكتبة العامون وكتبة لوحة المفاتيح',
      'customer-services-clerks': 'كتبة خدمة العملاء',
      'numerical-and-material-recording-clerks': 'كتبة الحسابات وقيد المواد',
      'other-clerical-support-workers': 'عاملون آخرون في الأعمال الكتابية المساندة',
      'service-and-sales-workers': 'العاملون في الخدمات والمبيعات',
      'personal-service-workers': 'العاملون في الخدمات الشخصية',
      'sales-workers': 'العاملون في المبيعات',
      'personal-care-workers': 'العاملون في الرعاية الشخصية',
      'protective-services-workers': 'العاملون في خدمات الحماية',
      'skilled-agricultural-forestry-and-fishery-workers': 'العمال المهرة في الزراعة والغابات وصيد الأسماك',
      'market-oriented-skilled-agricultural-workers': 'العمال المهرة في الزراعة للسوق',
      'market-oriented-skilled-forestry-fishery-and-hunting-workers':
        'العمال المهرة في الغابات وصيد الأسماك والصيد البري للسوق',
      'subsistence-farmers-fishers-hunters-and-gatherers': 'المزارعون والصيادون وجامعو الثمار من أجل الكفاف',
      'craft-and-related-trades-workers': 'العاملون في الحرف وما يتصل بها',
      'building-and-related-trades-workers-excluding-electricians':
        'العاملون في حرف البناء وما يتصل بها، عدا الكهربائيين',
      'metal-machinery-and-related-trades-workers': 'العاملون في حرف المعادن والآلات وما يتصل بها',
      'handicraft-and-printing-workers': 'العاملون في الحرف اليدوية والطباعة',
      'electrical-and-electronic-trades-workers': 'العاملون في حرف الكهرباء والإلكترونيات',
      'food-processing-wood-working-garment-and-other-craft-and-related-trades-workers':
        'العاملون في حرف تجهيز الأغذية والخشب والملابس وما يتصل بها',
      'plant-and-machine-operators-and-assemblers': 'مشغلو المصانع والآلات وعمال التجميع',
      'stationary-plant-and-machine-operators': 'مشغلو المصانع والآلات الثابتة',
      assemblers: 'عمال التجميع',
      'drivers-and-mobile-plant-operators': 'السائقون ومشغلو المعدات المتحركة',
      'elementary-occupations': 'المهن الأولية',
      'cleaners-and-helpers': 'عمال النظافة والمساعدون',
      'agricultural-forestry-and-fishery-labourers': 'عمال الزراعة والغابات وصيد الأسماك',
      'labourers-in-mining-construction-manufacturing-and-transport': 'عمال التعدين والبناء والصناعة والنقل',
      'food-preparation-assistants': 'مساعدو إعداد الطعام',
      'street-and-related-sales-and-service-workers': 'الباعة الجائلون والعاملون في خدمات الشوارع',
      'refuse-workers-and-other-elementary-workers': 'عمال جمع النفايات والعمال الأوليون الآخرون',
      'armed-forces-occupations': 'مهن القوات المسلحة',
      'commissioned-armed-forces-officers': 'ضباط القوات المسلحة',
      'non-commissioned-armed-forces-officers': 'ضباط الصف في القوات المسلحة',
      'armed-forces-occupations-other-ranks': 'رتب أخرى في القوات المسلحة',
    },
  },
  industries: {
    name: 'الأنشطة الاقتصادية',
    description: 'ما تعمله المنظمة أو صاحب العمل: أبواب وأقسام NACE Rev. 2.',
    values: {
      'agriculture-forestry-and-fishing': 'الزراعة والغابات وصيد الأسماك',
      'crop-and-animal-production-hunting-and-related-service-activities':
        'الإنتاج النباتي والحيواني والصيد والخدمات المتصلة بها',
      'forestry-and-logging': 'الغابات وقطع الأخشاب',
      'fishing-and-aquaculture': 'صيد الأسماك وتربية الأحياء المائية',
      'mining-and-quarrying': 'التعدين واستغلال المحاجر',
      'mining-of-coal-and-lignite': 'استخراج الفحم والليغنيت',
      'extraction-of-crude-petroleum-and-natural-gas': 'استخراج النفط الخام والغاز الطبيعي',
      'mining-of-metal-ores': 'استخراج خامات المعادن',
      'other-mining-and-quarrying': 'أنشطة التعدين واستغلال المحاجر الأخرى',
      'mining-support-service-activities': 'خدمات دعم التعدين',
      manufacturing: 'الصناعة التحويلية',
      'manufacture-of-food-products': 'صناعة المنتجات الغذائية',
      'manufacture-of-beverages': 'صناعة المشروبات',
      'manufacture-of-tobacco-products': 'صناعة منتجات التبغ',
      'manufacture-of-textiles': 'صناعة المنسوجات',
      'manufacture-of-wearing-apparel': 'صناعة الملابس',
      'manufacture-of-leather-and-related-products': 'صناعة الجلود والمنتجات المتصلة بها',
      'manufacture-of-wood-and-of-products-of-wood-and-cork-except-furniture-manufacture-of-articles-of-straw-and-plaiting-materials':
        'صناعة الخشب ومنتجات الخشب والفلين، عدا الأثاث؛ وأصناف القش ومواد الضفر',
      'manufacture-of-paper-and-paper-products': 'صناعة الورق ومنتجاته',
      'printing-and-reproduction-of-recorded-media': 'الطباعة واستنساخ وسائط التسجيل',
      'manufacture-of-coke-and-refined-petroleum-products': 'صناعة فحم الكوك والمنتجات النفطية المكررة',
      'manufacture-of-chemicals-and-chemical-products': 'صناعة المواد والمنتجات الكيميائية',
      'manufacture-of-basic-pharmaceutical-products-and-pharmaceutical-preparations':
        'صناعة المنتجات والمستحضرات الصيدلانية الأساسية',
      'manufacture-of-rubber-and-plastic-products': 'صناعة منتجات المطاط واللدائن',
      'manufacture-of-other-non-metallic-mineral-products': 'صناعة منتجات المعادن اللافلزية الأخرى',
      'manufacture-of-basic-metals': 'صناعة الفلزات القاعدية',
      'manufacture-of-fabricated-metal-products-except-machinery-and-equipment':
        'صناعة منتجات المعادن المشكلة، عدا الآلات والمعدات',
      'manufacture-of-computer-electronic-and-optical-products':
        'صناعة الحواسيب والمنتجات الإلكترونية والبصرية',
      'manufacture-of-electrical-equipment': 'صناعة المعدات الكهربائية',
      'manufacture-of-machinery-and-equipment-n-e-c': 'صناعة الآلات والمعدات غير المصنفة في موضع آخر',
      'manufacture-of-motor-vehicles-trailers-and-semi-trailers':
        'صناعة المركبات ذات المحركات والمقطورات ونصف المقطورات',
      'manufacture-of-other-transport-equipment': 'صناعة معدات النقل الأخرى',
      'manufacture-of-furniture': 'صناعة الأثاث',
      'other-manufacturing': 'الصناعات التحويلية الأخرى',
      'repair-and-installation-of-machinery-and-equipment': 'إصلاح الآلات والمعدات وتركيبها',
      'electricity-gas-steam-and-air-conditioning-supply': 'إمدادات الكهرباء والغاز والبخار وتكييف الهواء',
      'electricity-gas-steam-and-air-conditioning-supply-division':
        'إمدادات الكهرباء والغاز والبخار وتكييف الهواء',
      'water-supply-sewerage-waste-management-and-remediation-activities':
        'إمدادات المياه؛ الصرف الصحي وإدارة النفايات ومعالجتها',
      'water-collection-treatment-and-supply': 'تجميع المياه ومعالجتها وتوصيلها',
      sewerage: 'الصرف الصحي',
      'waste-collection-treatment-and-disposal-activities-materials-recovery':
        'جمع النفايات ومعالجتها والتخلص منها؛ واسترجاع المواد',
      'remediation-activities-and-other-waste-management-services':
        'أنشطة المعالجة وخدمات إدارة النفايات الأخرى',
      construction: 'التشييد',
      'construction-of-buildings': 'تشييد المباني',
      'civil-engineering': 'الهندسة المدنية',
      'specialised-construction-activities': 'أنشطة التشييد المتخصصة',
      'wholesale-and-retail-trade-repair-of-motor-vehicles-and-motorcycles':
        'تجارة الجملة والتجزئة؛ إصلاح المركبات والدراجات النارية',
      'wholesale-and-retail-trade-and-repair-of-motor-vehicles-and-motorcycles':
        'تجارة وإصلاح المركبات والدراجات النارية',
      'wholesale-trade-except-of-motor-vehicles-and-motorcycles':
        'تجارة الجملة، عدا المركبات والدراجات النارية',
      'retail-trade-except-of-motor-vehicles-and-motorcycles':
        'تجارة التجزئة، عدا المركبات والدراجات النارية',
      'transportation-and-storage': 'النقل والتخزين',
      'land-transport-and-transport-via-pipelines': 'النقل البري والنقل عبر الأنابيب',
      'water-transport': 'النقل المائي',
      'air-transport': 'النقل الجوي',
      'warehousing-and-support-activities-for-transportation': 'التخزين وأنشطة دعم النقل',
      'postal-and-courier-activities': 'أنشطة البريد ونقل الطرود',
      'accommodation-and-food-service-activities': 'خدمات الإقامة والطعام',
      accommodation: 'الإقامة',
      'food-and-beverage-service-activities': 'خدمات الأطعمة والمشروبات',
      'information-and-communication': 'المعلومات والاتصالات',
      'publishing-activities': 'أنشطة النشر',
      'motion-picture-video-and-television-programme-production-sound-recording-and-music-publishing-activities':
        'إنتاج الأفلام والفيديو والبرامج التلفزيونية والتسجيلات الصوتية ونشر الموسيقى',
      'programming-and-broadcasting-activities': 'أنشطة البرمجة والبث',
      telecommunications: 'الاتصالات',
      'computer-programming-consultancy-and-related-activities':
        'برمجة الحاسوب والاستشارات والأنشطة المتصلة بها',
      'information-service-activities': 'خدمات المعلومات',
      'financial-and-insurance-activities': 'الأنشطة المالية وأنشطة التأمين',
      'financial-service-activities-except-insurance-and-pension-funding':
        'الخدمات المالية، عدا التأمين وصناديق التقاعد',
      'insurance-reinsurance-and-pension-funding-except-compulsory-social-security':
        'التأمين وإعادة التأمين وصناديق التقاعد، عدا الضمان الاجتماعي الإلزامي',
      'activities-auxiliary-to-financial-services-and-insurance-activities':
        'الأنشطة المساعدة للخدمات المالية والتأمين',
      'real-estate-activities': 'الأنشطة العقارية',
      'real-estate-activities-division': 'الأنشطة العقارية',
      'professional-scientific-and-technical-activities': 'الأنشطة المهنية والعلمية والتقنية',
      'legal-and-accounting-activities': 'الأنشطة القانونية والمحاسبية',
      'activities-of-head-offices-management-consultancy-activities':
        'أنشطة المكاتب الرئيسية؛ الاستشارات الإدارية',
      'architectural-and-engineering-activities-technical-testing-and-analysis':
        'الهندسة المعمارية والهندسة؛ الاختبارات والتحليلات التقنية',
      'scientific-research-and-development': 'البحث والتطوير العلمي',
      'advertising-and-market-research': 'الإعلان وأبحاث السوق',
      'other-professional-scientific-and-technical-activities': 'الأنشطة المهنية والعلمية والتقنية الأخرى',
      'veterinary-activities': 'الأنشطة البيطرية',
      'administrative-and-support-service-activities': 'الخدمات الإدارية وخدمات الدعم',
      'rental-and-leasing-activities': 'الإيجار والتأجير',
      'employment-activities': 'أنشطة التوظيف',
      'travel-agency-tour-operator-and-other-reservation-service-and-related-activities':
        'وكالات السفر ومنظمو الرحلات وخدمات الحجز والأنشطة المتصلة بها',
      'security-and-investigation-activities': 'أنشطة الأمن والتحقيق',
      'services-to-buildings-and-landscape-activities': 'خدمات المباني وتنسيق المواقع',
      'office-administrative-office-support-and-other-business-support-activities':
        'الأنشطة الإدارية المكتبية وأنشطة دعم الأعمال',
      'public-administration-and-defence-compulsory-social-security':
        'الإدارة العامة والدفاع؛ الضمان الاجتماعي الإلزامي',
      'public-administration-and-defence-compulsory-social-security-division':
        'الإدارة العامة والدفاع؛ الضمان الاجتماعي الإلزامي',
      education: 'التعليم',
      'education-division': 'التعليم',
      'human-health-and-social-work-activities': 'الصحة والعمل الاجتماعي',
      'human-health-activities': 'أنشطة الصحة',
      'residential-care-activities': 'الرعاية مع الإقامة',
      'social-work-activities-without-accommodation': 'العمل الاجتماعي دون إقامة',
      'arts-entertainment-and-recreation': 'الفنون والترفيه والاستجمام',
      'creative-arts-and-entertainment-activities': 'الأنشطة الإبداعية والفنية والترفيهية',
      'libraries-archives-museums-and-other-cultural-activities':
        'المكتبات والمحفوظات والمتاحف والأنشطة الثقافية الأخرى',
      'gambling-and-betting-activities': 'أنشطة القمار والمراهنات',
      'sports-activities-and-amusement-and-recreation-activities': 'الأنشطة الرياضية والترفيهية',
      'other-service-activities': 'أنشطة الخدمات الأخرى',
      'activities-of-membership-organisations': 'أنشطة المنظمات ذات العضوية',
      'repair-of-computers-and-personal-and-household-goods': 'إصلاح الحواسيب والسلع الشخصية والمنزلية',
      'other-personal-service-activities': 'الخدمات الشخصية الأخرى',
      'activities-of-households-as-employers-undifferentiated-goods-and-services-producing-activities-of-households-for-own-use':
        'أنشطة الأسر كأصحاب عمل؛ إنتاج الأسر سلعًا وخدمات لاستعمالها الخاص',
      'activities-of-households-as-employers-of-domestic-personnel':
        'أنشطة الأسر كأصحاب عمل لأفراد الخدمة المنزلية',
      'undifferentiated-goods-and-services-producing-activities-of-private-households-for-own-use':
        'إنتاج الأسر سلعًا وخدمات لاستعمالها الخاص',
      'activities-of-extraterritorial-organisations-and-bodies':
        'أنشطة المنظمات والهيئات خارج الولاية الإقليمية',
      'activities-of-extraterritorial-organisations-and-bodies-division':
        'أنشطة المنظمات والهيئات خارج الولاية الإقليمية',
    },
  },
};
