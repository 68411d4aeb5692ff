import { clientCapability, createClientVault, signInStrength } from '#capabilities/client/index.ts';
import { identityCapability } from '#capabilities/identity/index.ts';
import { oauthCapability, recordApproval } from '#capabilities/oauth/index.ts';
import { answerDeviceRequest, recordSignInAnswer, scaCapability } from '#capabilities/sca/index.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { changeRequestCommands } from '../commands/change-requests.ts';
import { deviceCommands } from '../commands/devices.ts';
import { pendingActionCommands } from '../commands/pending-actions.ts';
import { restrictionCommands } from '../commands/restrictions.ts';
import { compose } from './composition.ts';
import { deviceAttestationFrom } from './device-attestation.ts';

export const client = compose(clientCapability, {
  commands: [changeRequestCommands, deviceCommands, pendingActionCommands, restrictionCommands],
  async ports({ api, keys, runtime: { config } }, before) {
    const banks = new Set(config.banks);
    const sca = await before.of(scaCapability);
    const oauth =
      api === undefined || config.oauthServer !== 'on' ? undefined : await before.of(oauthCapability);
    return {
      clientVault: createClientVault(keys),
      identity: await before.of(identityCapability),
      attestation: await deviceAttestationFrom(config),
      deviceFacts: { baseUrl: config.baseUrl, isServed: (bankId) => banks.has(bankId) },
      approvalAnswers: {
        answerOrder: (context, answer) => answerDeviceRequest({ ...context, ...sca }, answer),
        async answerSignIn(
          context,
          { approvalId: requestId, at, attestedBy, decision, handle, isMuting, userId },
        ) {
          if (oauth === undefined) return false;
          const by = {
            accountId: userId,
            ...signInStrength(attestedBy),
            atSeconds: epochSeconds(at),
          } as const;
          const isRecorded = await recordApproval(
            { ...context, ...oauth },
            { requestId: handle, decision, by },
          );
          const answer = decision === 'refused' ? 'declined' : decision;
          if (isRecorded)
            await recordSignInAnswer({ ...context, ...sca }, { requestId, userId, answer, isMuting });
          return isRecorded;
        },
      },
    };
  },
});
