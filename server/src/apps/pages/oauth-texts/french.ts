import type { OauthTexts } from './oauth-texts.ts';

const notSignedIn = 'Vous n’êtes pas connecté et rien n’a été modifié.';
const goBackLater = 'Revenez à l’application d’où vous venez et réessayez dans une minute.';

/** French, with the polite form. */
export const french: OauthTexts = {
  signInFailures: {
    'sign-in-over': {
      title: 'Cette connexion n’est plus ouverte',
      paragraphs: [
        'Elle est déjà terminée, elle est restée trop longtemps sans activité, ou elle a commencé dans un autre navigateur.',
        'Revenez à l’application d’où vous venez et connectez-vous à nouveau.',
      ],
    },
    'customer-sign-in-absent': {
      title: 'La connexion des clients n’est pas encore disponible ici',
      paragraphs: [notSignedIn, 'Utilisez l’accès à votre banque que vous connaissez déjà.'],
    },
    'staff-provider-absent': {
      title: 'La connexion du personnel n’est pas configurée pour cette banque',
      paragraphs: [
        notSignedIn,
        'Les personnes qui gèrent ce système doivent d’abord relier le service de connexion de la banque. Veuillez les prévenir.',
      ],
    },
    'staff-provider-away': {
      title: 'Le service de connexion de votre banque ne répond pas',
      paragraphs: [
        notSignedIn,
        'Attendez une minute, puis réessayez. Si cela continue, prévenez votre service d’assistance.',
      ],
    },
    'sign-in-not-proven': {
      title: 'Nous n’avons pas pu confirmer votre connexion',
      paragraphs: [
        `Ce que le service de connexion de votre banque nous a envoyé n’a pas pu être vérifié. ${notSignedIn}`,
        'Réessayez. Si cela se reproduit, prévenez votre service d’assistance.',
      ],
    },
    'employee-unnamed': {
      title: 'Nous ne connaissons pas votre matricule',
      paragraphs: [
        `Le service de connexion de votre banque ne nous l’a pas indiqué. ${notSignedIn}`,
        'Réessayer n’aidera pas. Demandez à votre service d’assistance de compléter votre compte.',
      ],
    },
    'employee-without-role': {
      title: 'Vous n’avez pas accès à cette application',
      paragraphs: [
        'Votre connexion a réussi, mais votre compte n’a aucun rôle ici.',
        'Si vous avez besoin de cet accès pour votre travail, demandez-le à votre responsable ou à votre service d’assistance. Reconnectez-vous ensuite.',
      ],
    },
    'employee-mismatch': {
      title: 'Ce matricule appartient à un autre compte',
      paragraphs: [
        `Deux comptes le portent, nous ne savons donc pas avec certitude qui vous êtes. ${notSignedIn}`,
        'Demandez à votre service d’assistance d’examiner votre compte.',
      ],
    },
    'employee-cut-off': {
      title: 'Votre accès est suspendu',
      paragraphs: [
        `Votre banque a coupé votre accès. ${notSignedIn}`,
        'Il est inutile de réessayer. Adressez-vous à votre responsable ou à votre service d’assistance.',
      ],
    },
    'sign-in-too-weak': {
      title: 'Une connexion plus sûre est nécessaire',
      paragraphs: [
        'Ce que vous voulez faire demande une deuxième preuve, comme votre téléphone ou une clé de sécurité. Rien n’a été modifié.',
        'Réessayez avec votre deuxième preuve. Si on ne vous la demande pas, prévenez votre service d’assistance.',
      ],
    },
    'sign-in-too-old': {
      title: 'Une nouvelle connexion est nécessaire',
      paragraphs: [
        'Votre dernière connexion est trop ancienne pour ce que vous voulez faire. Rien n’a été modifié.',
        'Réessayez et entrez votre mot de passe quand on vous le demande.',
      ],
    },
    'internal-error': {
      title: 'Une erreur s’est produite chez nous',
      paragraphs: ['Ce n’était pas votre faute. Vous n’êtes peut-être pas connecté.', goBackLater],
    },
  },
  failures: {
    server_error: {
      title: 'Une erreur s’est produite chez nous',
      paragraphs: ['Ce n’était pas votre faute. Rien n’a été modifié.', goBackLater],
    },
    temporarily_unavailable: {
      title: 'Indisponible pour le moment',
      paragraphs: ['Rien n’a été modifié.', goBackLater],
    },
  },
  otherFailure: {
    title: 'Ce lien ne fonctionne pas',
    paragraphs: [
      'Il est peut-être trop ancien, déjà utilisé, ou ouvert dans un autre navigateur que celui pour lequel il a été fait. Rien n’a été modifié.',
      'Revenez à l’application d’où vous venez et recommencez.',
    ],
  },
  signOut: {
    title: 'Se déconnecter ?',
    paragraphs: [
      'Vous serez déconnecté partout où vous avez utilisé cette connexion dans ce navigateur.',
      'Pour rester connecté, fermez simplement cette page.',
    ],
  },
  signedOut: {
    title: 'Vous êtes déconnecté',
    paragraphs: ['Sur un ordinateur partagé, fermez aussi le navigateur.'],
  },
  words: {
    tryAgain: 'Réessayer',
    signOutNow: 'Se déconnecter',
    reference: 'Si vous demandez de l’aide, donnez cette référence :',
    forDevelopers: 'Détails pour les développeurs',
  },
};
