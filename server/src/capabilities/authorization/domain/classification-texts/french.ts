import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const french: LanguageTexts = {
  'transaction-types': {
    name: 'Types d’opérations',
    description: 'Destination d’une opération.',
    values: {
      'N/A': 'N’importe où.',
      SLF: 'Vers un compte du même client.',
      TPF: 'Vers un autre client de la même banque.',
      PMT: 'Vers une autre banque du même pays.',
      RMT: 'À l’étranger, dans une autre devise ou d’un montant élevé.',
    },
  },
  'authorization-types': {
    name: 'Types d’autorisations',
    description: 'À quoi sert une autorisation.',
    values: {
      PAYMENT: 'Faire un paiement.',
      CANCELLATION: 'Annuler un paiement.',
      CONSENT: 'Donner un consentement.',
      'N/A': 'N’importe quoi.',
    },
  },
  'resource-kinds': {
    name: 'Types d’objets',
    description: 'Ce qui peut être signé.',
    values: {
      payment: 'Un paiement.',
      'bulk-payment': 'Plusieurs paiements en un seul ordre.',
      'periodic-payment': 'Un paiement récurrent.',
      'signing-basket': 'Plusieurs objets signés ensemble.',
      'payment-cancellation': 'Annulation d’un paiement ordonné.',
      consent: 'Accès d’un tiers aux comptes.',
      'funds-confirmation-consent': 'Permission de demander si les fonds sont disponibles.',
      document: 'Un document.',
      'party-correction': 'Une correction de données d’une partie.',
      'restriction-lift': 'La levée d’une restriction.',
      'employee-approval': 'Une autre action qui exige deux employés.',
      'signing-rule': 'Une règle de signature.',
    },
  },
  'sensitive-actions': {
    name: 'Actions sensibles',
    description: 'But d’un code à usage unique.',
    values: {
      login: 'Se connecter.',
      registration: 'S’inscrire comme utilisateur.',
      'username-recovery': 'Retrouver le nom d’utilisateur.',
      'password-reset': 'Réinitialiser le mot de passe.',
      payment: 'Payer.',
      'payee-registration': 'Ajouter un bénéficiaire.',
      consent: 'Donner un accès à un tiers.',
      'contact-change': 'Changer un numéro de téléphone ou une adresse.',
      'device-pairing': 'Ajouter un appareil.',
      'limit-change': 'Changer une limite.',
      'card-control': 'Changer les réglages d’une carte.',
    },
  },
};
