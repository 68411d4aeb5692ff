import type { SettingsTexts } from './english.ts';

export const french: SettingsTexts = {
  cancel: 'Annuler',
  password: {
    heading: 'Votre mot de passe',
    about: 'Il vous faut pour chaque connexion sans clé d’accès.',
    change: 'Changer de mot de passe',
    title: 'Changer votre mot de passe',
    current: 'Votre mot de passe actuel',
    after: 'Vous restez connecté ici. Partout ailleurs, vous êtes déconnecté.',
    errors: {
      'current-missing': 'Votre mot de passe actuel manque. Veuillez le saisir.',
      'current-wrong': 'Votre mot de passe actuel n’est pas correct. Vérifiez-le et réessayez.',
    },
  },
  contacts: {
    heading: 'Comment vous joindre',
    email: 'Adresse e-mail',
    phone: 'Numéro de téléphone',
    none: 'Nous n’en avons pas encore.',
    change: 'Modifier',
    open: '{value} attend encore son code.',
    enter: 'Saisir le code',
    titles: { email: 'Changer votre adresse e-mail', phone: 'Changer votre numéro de téléphone' },
    fields: { email: 'Nouvelle adresse e-mail', phone: 'Nouveau numéro de téléphone' },
    hints: {
      email: 'Nous y envoyons un code. Tant que vous ne l’avez pas saisi, l’ancienne adresse reste valable.',
      phone:
        'Avec l’indicatif du pays, par exemple +33 6 12 34 56 78. Nous y envoyons un code. Après le changement, les SMS ne peuvent rien confirmer pendant 24 heures.',
    },
    send: 'Envoyer le code',
    errors: {
      required: 'Rien n’a été saisi. Veuillez saisir quelque chose.',
      invalid: 'Nous ne pouvons pas utiliser cela. Rien n’a été envoyé. Vérifiez votre saisie et réessayez.',
      'in-use': 'Cela appartient à un autre utilisateur. Rien n’a été envoyé. Saisissez autre chose.',
      'too-soon':
        'Le nombre de codes est limité. Rien n’a été envoyé. Attendez quelques minutes, puis réessayez.',
    },
  },
  code: {
    title: 'Saisissez le code',
    sent: 'Nous avons envoyé un code à {value}.',
    code: 'Votre code',
    hint: 'Ne le dites à personne, pas même à nous.',
    save: 'Confirmer',
    other: 'Envoyer un nouveau code ou saisir autre chose',
    errors: {
      wrong:
        'Ce code n’est pas correct. Rien n’a été modifié. Regardez le message le plus récent et réessayez.',
      over: 'Ce code est trop ancien. Rien n’a été modifié. Faites-en envoyer un nouveau.',
      'too-soon': 'Il y a eu trop d’essais. Rien n’a été modifié. Attendez quelques minutes, puis réessayez.',
    },
  },
  picture: {
    heading: 'Votre image',
    about:
      'Nous la montrons avant que vous saisissiez votre mot de passe. Si elle manque, la page n’est pas la nôtre.',
    alt: 'Votre image actuelle',
    change: 'Choisir une autre image',
    title: 'Choisissez votre image',
    legend: 'Laquelle reconnaîtrez-vous ?',
    choice: 'Image n° {number}',
    save: 'Utiliser cette image',
  },
  logins: {
    heading: 'Identifiants chez d’autres fournisseurs',
    intro:
      'Connectez-vous avec un identifiant que vous avez ailleurs. Une deuxième preuve peut encore être demandée. L’un d’eux n’est pas à vous ? Supprimez-le.',
    none: 'Aucun identifiant n’est encore associé.',
    link: 'Associer un identifiant chez {provider}',
    unlink: 'Supprimer',
    since: 'Associé le {time}',
    linking: {
      title: 'Associer un identifiant chez {provider}',
      what: 'Vous vous connectez chez {provider}, puis vous revenez ici. {bank} apprend seulement de quel identifiant il s’agit. Dès lors, il vous permet de vous connecter ici.',
      go: 'Aller chez {provider}',
    },
    unlinking: {
      title: 'Supprimer cet identifiant ?',
      what: 'Votre identifiant chez {provider} ne vous permettra plus de vous connecter ici. L’identifiant lui-même reste inchangé.',
      confirm: 'Supprimer l’identifiant',
      keep: 'Le garder',
    },
  },
  browsers: {
    heading: 'Où vous êtes connecté',
    intro: 'L’un des navigateurs n’est pas à vous ? Supprimez-le et changez de mot de passe.',
    none: 'Aucun navigateur n’est encore connu.',
    seen: 'Première utilisation le {first}, dernière le {last}',
    here: 'Ce navigateur',
    client: '{client} : connecté depuis le {time}',
    ownPages: 'Pages de votre banque',
    remove: 'Supprimer',
  },
  removeBrowser: {
    title: 'Supprimer ce navigateur ?',
    what: '« {name} » est déconnecté de ces pages. À la prochaine connexion, il compte comme nouveau.',
    here: 'C’est le navigateur que vous utilisez. Vous devrez vous reconnecter ensuite.',
    clients:
      'Les applications y restent connectées. Pour les arrêter aussi, choisissez « Se déconnecter partout ailleurs ».',
    confirm: 'Supprimer le navigateur',
    keep: 'Le garder',
  },
  again: {
    title: 'Veuillez vous reconnecter',
    what: 'Votre connexion date d’un moment. Pour cette modification, nous devons être sûrs que c’est vous. Rien n’a été modifié.',
    button: 'Se reconnecter',
  },
  notices: {
    'login-linked': 'L’identifiant a été associé. Vous pouvez désormais vous connecter avec lui.',
    'login-unlinked': 'L’identifiant a été supprimé. Il ne permet plus de vous connecter.',
    'login-in-use':
      'Cet identifiant est celui d’un autre utilisateur. Rien n’a été associé. Choisissez-en un autre chez le fournisseur.',
    'login-not-proven':
      'L’autre fournisseur n’a pas confirmé votre connexion. Rien n’a été associé. Veuillez réessayer.',
    'login-provider-away':
      'L’autre fournisseur n’est pas joignable pour le moment. Rien n’a été associé. Réessayez plus tard.',
    'logins-full':
      'Vous avez associé autant d’identifiants que possible. Rien n’a été associé. Supprimez-en un d’abord.',
    'password-changed': 'Votre mot de passe a été changé. Vous avez été déconnecté partout ailleurs.',
    'email-changed': 'Votre adresse e-mail a été changée.',
    'phone-changed': 'Votre numéro de téléphone a été changé.',
    'picture-changed': 'Votre image a été changée. Vous la verrez à la prochaine connexion.',
    'browser-removed': 'Le navigateur a été supprimé et déconnecté.',
  },
};
