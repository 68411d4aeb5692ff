import {
  createNotificationSecrets,
  notificationContents,
  tppNotificationsCapability,
} from '#capabilities/tpp-notifications/index.ts';
import { notificationCommands } from '../commands/notifications.ts';
import { compose } from './composition.ts';
import { choicesByBank } from './profile-choices.ts';

export const tppNotifications = compose(tppNotificationsCapability, {
  commands: [notificationCommands],
  async ports(deps) {
    return {
      notificationSecrets: createNotificationSecrets(deps.keys),
      notificationChoices: choicesByBank(deps, (profile) => ({
        contents: notificationContents.filter((content) =>
          profile.aspspNotificationsSupported.includes(content),
        ),
      })),
    };
  },
});
