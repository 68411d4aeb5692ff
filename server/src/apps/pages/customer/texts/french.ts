import type { CustomerTexts } from './english.ts';

/** French, with the polite form. */
export const french: CustomerTexts = {
  language: 'Langue',
  errorTitle: 'Erreur : {title}',
  pageTitle: '{title} – {bank}',
  reference: 'Référence {reference}',
  helpPhone: 'Aide : {phone}',
  needed: '(obligatoire)',
  timeHint: 'Pour votre sécurité, cette page se termine après {minutes} min sans activité.',
  timeSoon: 'Cette page se termine dans moins d’une minute.',
  timeOver: 'Cette page est terminée pour votre sécurité. Rien n’a été modifié.',
  moreTime: 'Donnez-moi plus de temps',
  startAgain: 'Recommencer',
  cancel: 'Annuler et revenir à {client}',
  leave: 'Annuler',
  goBack: 'Revenir à {client}',
  closePage: 'Vous pouvez fermer cette page.',
  tryAgain: 'Réessayer',
  continue: 'Continuer',
  show: 'Afficher',
  hide: 'Masquer',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  capsLock: 'La touche Verr. Maj. est activée.',
  passkeyBroke:
    'La clé d’accès n’a pas été utilisée. Rien n’a été modifié. Réessayez ou choisissez un autre moyen.',
  noPasskeyHere:
    'Ce navigateur ne peut pas utiliser de clé d’accès sur cette page. Choisissez un autre moyen.',

  identify: {
    title: 'Se connecter',
    forClient: '{client} vous demande de vous connecter à {bank}.',
    username: 'Nom d’utilisateur',
    usernameHint: 'Le nom que vous avez choisi pour la banque en ligne, ou votre numéro de client.',
    passkey: 'Se connecter avec une clé d’accès',
    provider: 'Continuer avec {provider}',
    forgotUsername: 'Je ne connais pas mon nom d’utilisateur',
  },
  linkedLogin: {
    title: 'Continuer chez {provider}',
    intro:
      'Vous vous connectez chez {provider}, puis vous revenez ici. {bank} apprend seulement de quel identifiant il s’agit, et vous demandera peut-être ensuite une deuxième preuve.',
    go: 'Aller chez {provider}',
    back: 'Se connecter autrement',
  },
  password: {
    title: 'Entrez votre mot de passe',
    titleKnown: 'Confirmez que c’est bien vous',
    signedInAs: 'Nom d’utilisateur : {username}',
    hintPicture: 'Votre propre image',
    hintPictureText: 'Ce n’est pas l’image que vous avez choisie ? Alors n’entrez pas votre mot de passe.',
    password: 'Mot de passe',
    attemptsLeft: 'Essais restants : {count}.',
    otherUser: 'Utiliser un autre nom d’utilisateur',
    forgotPassword: 'J’ai oublié mon mot de passe',
    signIn: 'Se connecter',
  },
  method: {
    title: 'Comment voulez-vous confirmer ?',
    intro:
      'Nous demandons une deuxième preuve, pour que personne d’autre ne puisse se connecter avec votre mot de passe.',
    legend: 'Choisissez un moyen',
    others: 'Utiliser un autre moyen',
    passkey: 'Clé d’accès : empreinte, visage ou verrouillage de l’écran',
    totp: 'Code de votre application ou de votre appareil à codes',
    sms: 'SMS à votre téléphone',
    smsTo: 'SMS au numéro qui se termine par {ending}',
  },
  code: {
    titleSms: 'Entrez le code de sécurité',
    titleTotp: 'Entrez le code de votre application',
    sentTo: 'Nous avons envoyé un SMS au numéro qui se termine par {ending}.',
    sent: 'Nous vous avons envoyé un SMS.',
    openApp: 'Ouvrez votre application à codes, ou prenez votre appareil à codes.',
    code: 'Code de sécurité',
    codeHint: 'Ne le donnez à personne, pas même à nous.',
    confirm: 'Confirmer',
    notReceived: 'Vous ne l’avez pas reçu ?',
    resend: 'Envoyer un nouveau code',
  },
  passkey: {
    title: 'Confirmez avec votre clé d’accès',
    intro: 'Votre appareil demande votre empreinte, votre visage ou le verrouillage de l’écran.',
    use: 'Utiliser ma clé d’accès',
  },
  consent: {
    title: 'Autoriser l’accès à {client} ?',
    intro: 'Vous êtes connecté en tant que {username}. Si vous acceptez, {client} pourra :',
    end: 'Vous pouvez y mettre fin à tout moment : déconnectez-vous partout dans les réglages de connexion de votre banque.',
    actingFor: 'Vous agissez pour {organization} : cela comprend ses données et ses ordres.',
    agree: 'Accepter et continuer',
    otherScope: 'utiliser {scope}',
  },
  scopes: {
    openid: 'savoir que c’est vous',
    offline_access: 'rester connecté en votre absence',
    'party.read': 'voir votre nom, votre adresse et vos coordonnées',
    'party.write': 'modifier votre adresse et vos coordonnées',
    mailbox: 'lire les messages de votre messagerie',
    psu: 'savoir qui vous êtes ici, pour que vous n’ayez pas à saisir à nouveau votre nom',
    'notification-preferences': 'voir et modifier les messages que vous recevez',
    client: 'voir et modifier les réglages de votre application',
    'client.secure': 'utiliser les réglages protégés de votre application',
    device: 'voir et gérer vos appareils',
    restriction: 'voir, poser et lever des blocages',
    'fraud.report': 'signaler une fraude pour vous',
    'authorization.otp': 'vous envoyer des codes de confirmation',
    'authorization.ocra': 'demander une confirmation à votre appareil',
    'authorization.sign': 'vous demander d’approuver des paiements et d’autres ordres',
    'authorization.levels': 'voir ce que vous pouvez approuver',
    'identity.me': 'voir et modifier la façon dont vous vous connectez',
    'identity.policy': 'voir les règles des mots de passe',
  },
  locked: {
    title: 'La connexion est bloquée',
    what: 'Il y a eu trop d’essais incorrects. Vous n’êtes pas connecté et rien n’a été modifié.',
    until: 'Vous pourrez réessayer à partir du {time}.',
    call: 'Contactez votre banque pour la débloquer.',
    notYou: 'Ce n’était pas vous ? Dites-le à votre banque.',
  },
  noFactor: {
    title: 'Il manque une deuxième preuve',
    what: 'Pour cette connexion, il nous faut une deuxième preuve, et nous ne connaissons aucun moyen de la demander. Vous n’êtes pas connecté.',
    next: 'Contactez votre banque. Elle peut enregistrer votre numéro de téléphone ou un autre moyen.',
  },
  busy: {
    title: 'Indisponible pour le moment',
    what: 'Nous ne pouvons pas vérifier votre connexion en ce moment. Vous n’êtes pas connecté et rien n’a été modifié.',
    next: 'Attendez une minute, puis réessayez.',
  },
  limits: {
    connection: {
      title: 'Trop d’essais à la fois',
      what: 'Trop de demandes sont venues de votre connexion Internet. Vous n’êtes pas connecté et rien n’a été modifié.',
    },
    number: {
      title: 'Pas encore de nouveau code',
      what: 'Le nombre de codes de sécurité {number} est limité. Aucun nouveau code n’a été envoyé et vous n’êtes pas connecté.',
      ending: 'vers le numéro qui se termine par {ending}',
    },
    request: {
      title: 'Pas encore de nouveau message',
      what: 'Le nombre de messages pour ce que vous avez saisi est limité. Rien n’a été envoyé ni modifié.',
    },
    'sign-in': {
      title: 'Plus de codes pour cette connexion',
      what: 'Tous les codes de cette connexion ont été utilisés. Aucun nouveau code n’a été envoyé et vous n’êtes pas connecté.',
    },
    bank: {
      title: 'Pas de nouveau code pour le moment',
      what: 'Nous ne pouvons pas envoyer de codes de sécurité pour le moment. Aucun nouveau code n’a été envoyé et vous n’êtes pas connecté.',
    },
    anyNumber: 'vers votre numéro',
    notSent: 'Aucun nouveau code n’a été envoyé. Utilisez le code le plus récent que vous avez.',
    inSeconds: 'Vous pourrez réessayer dans {seconds} s.',
    from: 'Vous pourrez réessayer à partir du {time}.',
    now: 'Vous pouvez réessayer maintenant.',
    newSignIn: 'Commencez une nouvelle connexion pour recevoir un autre code.',
  },
  forgotPassword: {
    title: 'Mot de passe oublié ?',
    intro:
      'Entrez votre nom d’utilisateur. Si nous le connaissons, nous envoyons un mot de passe provisoire à l’adresse ou au numéro que nous avons de vous.',
    send: 'Envoyer un mot de passe provisoire',
    back: 'Retour à la connexion',
  },
  forgotUsername: {
    title: 'Nom d’utilisateur oublié ?',
    intro:
      'Si nous connaissons ce que vous entrez, nous envoyons votre nom d’utilisateur à l’adresse ou au numéro que nous avons de vous.',
    contact: 'Adresse e-mail, numéro de téléphone ou numéro de client',
    send: 'Envoyer mon nom d’utilisateur',
  },
  temporaryPassword: {
    title: 'Entrez le mot de passe provisoire',
    intro:
      'Si nous connaissons votre nom d’utilisateur, vous recevez un message de nous en quelques minutes. Ce mot de passe n’est valable que peu de temps.',
    password: 'Mot de passe provisoire',
  },
  newPassword: {
    title: 'Choisissez un nouveau mot de passe',
    rule: 'Au moins {count} caractères. Mieux vaut long que compliqué : trois ou quatre mots sont faciles à retenir.',
    password: 'Nouveau mot de passe',
    repeat: 'Nouveau mot de passe, encore une fois',
    save: 'Enregistrer le mot de passe',
  },
  required: {
    identify: 'Le nom d’utilisateur manque. Veuillez l’entrer.',
    password: 'Le mot de passe manque. Veuillez l’entrer.',
    code: 'Le code manque. Veuillez l’entrer.',
    passkey: 'La clé d’accès manque. Veuillez réessayer.',
    'forgot-password': 'Le nom d’utilisateur manque. Veuillez l’entrer.',
    'forgot-username': 'Il nous faut l’une des trois indications. Veuillez l’entrer.',
    'temporary-password': 'Le mot de passe provisoire manque. Veuillez l’entrer.',
  },
  wrong: {
    identify: 'Nous n’avons pas pu vous connecter ainsi. Vérifiez ce que vous avez entré et réessayez.',
    password:
      'Le nom d’utilisateur ou le mot de passe est incorrect. Vous n’êtes pas connecté. Vérifiez les deux et réessayez.',
    code: 'Ce code est incorrect. Vous n’êtes pas connecté. Vérifiez-le et réessayez.',
    passkey:
      'Cette clé d’accès est incorrecte. Vous n’êtes pas connecté. Réessayez ou choisissez un autre moyen.',
    'forgot-password':
      'Cela n’a pas fonctionné. Rien n’a été modifié. Vérifiez ce que vous avez entré et réessayez.',
    'forgot-username':
      'Cela n’a pas fonctionné. Rien n’a été envoyé. Vérifiez ce que vous avez entré et réessayez.',
    'temporary-password':
      'Ce mot de passe provisoire est incorrect ou trop ancien. Rien n’a été modifié. Regardez le dernier message et réessayez.',
  },
  errors: {
    'login-unavailable':
      'L’autre fournisseur n’est pas joignable pour le moment. Vous n’êtes pas connecté. Réessayez plus tard, ou connectez-vous autrement.',
    'login-failed':
      'L’autre fournisseur n’a pas confirmé votre connexion. Vous n’êtes pas connecté. Réessayez, ou connectez-vous autrement.',
    'login-unknown':
      'Vous ne pouvez pas vous connecter ici avec cet identifiant. Connectez-vous autrement, et liez-le d’abord à votre accès.',
    'code-wrong': 'Ce code est incorrect. Vous n’êtes pas connecté. Regardez le dernier code et réessayez.',
    'code-over': 'Ce code est trop ancien. Vous n’êtes pas connecté. Utilisez un nouveau code.',
    'passkey-failed':
      'Nous n’avons pas pu vérifier votre clé d’accès. Vous n’êtes pas connecté. Réessayez ou choisissez un autre moyen.',
    'passwords-differ':
      'Les deux mots de passe ne sont pas identiques. Rien n’a été modifié. Entrez-les à nouveau.',
  },
  passwordErrors: {
    intro: 'Votre mot de passe n’a pas été modifié :',
    'too-short': 'Il est trop court. Utilisez au moins {count} caractères.',
    'too-long': 'Il est trop long. Utilisez-en un plus court.',
    blocklisted: 'Il est facile à deviner, car beaucoup de gens l’utilisent. Choisissez-en un autre.',
    'contains-personal-data': 'Il contient votre nom, votre date de naissance ou autre. Enlevez cela.',
    'passwords-differ': 'Les deux saisies ne sont pas identiques. Entrez-les à nouveau.',
    'same-as-existing': 'C’est votre mot de passe actuel. Choisissez-en un autre.',
  },
  notices: {
    'code-sent-again': 'Nous avons envoyé un nouveau code. Le précédent n’est plus valable.',
    'password-changed': 'Votre mot de passe a été modifié. Connectez-vous avec le nouveau.',
    'username-sent':
      'Si nous connaissons ce que vous avez entré, vous recevez votre nom d’utilisateur en quelques minutes.',
    'signed-out-for-safety': 'Vous avez été déconnecté pour votre sécurité. Veuillez vous reconnecter.',
  },
  account: {
    title: 'Comment vous vous connectez',
    signedInAs: 'Vous êtes connecté en tant que {username}.',
    access: 'Qui a accès',
    accessIntro: 'Voyez quels prestataires peuvent lire vos comptes, et retirez des accès.',
    showAccess: 'Afficher qui a accès',
    passkeys: 'Clés d’accès',
    passkeysIntro:
      'Avec une clé d’accès, vous vous connectez avec votre empreinte, votre visage ou le verrouillage de l’écran. Personne ne peut la deviner ni la voler avec une fausse page.',
    noPasskeys: 'Vous n’avez pas encore de clé d’accès.',
    addPasskey: 'Ajouter une clé d’accès',
    added: 'Ajoutée le {time}',
    lastUsed: 'Utilisée la dernière fois le {time}',
    neverUsed: 'Pas encore utilisée',
    remove: 'Supprimer',
    signOutElsewhere: 'Se déconnecter partout ailleurs',
    signOut: 'Se déconnecter',
    back: 'Retour à la vue d’ensemble',
  },
  addPasskey: {
    title: 'Ajouter une clé d’accès',
    intro:
      'Donnez-lui un nom que vous reconnaîtrez. Ensuite, votre appareil demande votre empreinte, votre visage ou le verrouillage de l’écran.',
    name: 'Nom de la clé d’accès',
    nameHint: 'Par exemple : mon téléphone',
    save: 'Créer la clé d’accès',
    failed:
      'La clé d’accès n’a pas été créée. Rien n’a été modifié. Cet appareil en a peut-être déjà une pour vous. Réessayez ou utilisez un autre appareil.',
    cannot:
      'Ce navigateur ne peut pas créer de clé d’accès sur cette page. Rien n’a été modifié. Utilisez un navigateur plus récent et autorisez les scripts.',
  },
  removePasskey: {
    title: 'Supprimer cette clé d’accès ?',
    what: 'Vous ne pourrez plus vous connecter avec « {name} ». Votre mot de passe et vos autres clés restent inchangés.',
    also: 'Supprimez-la aussi sur votre appareil, là où vous gardez vos clés d’accès.',
    confirm: 'Supprimer la clé d’accès',
    keep: 'La garder',
  },
  signedOut: {
    title: 'Vous êtes déconnecté',
    what: 'Sur un ordinateur partagé, fermez aussi le navigateur.',
    again: 'Se reconnecter',
  },
  accountNotices: {
    'passkey-added': 'La clé d’accès a été ajoutée. Vous pouvez désormais l’utiliser pour vous connecter.',
    'passkey-removed': 'La clé d’accès a été supprimée. Vous ne pouvez plus vous connecter avec elle.',
    'passkey-failed': 'La clé d’accès n’a pas pu être ajoutée. Rien n’a été modifié. Veuillez réessayer.',
    'signed-out-elsewhere': 'Vous avez été déconnecté partout ailleurs.',
  },
};
