import { endpoint } from '#platform/http/endpoint.ts';
import * as devices from '../contract/devices.ts';
import { issueActivationCode } from '../operations/devices/issue-activation-code.ts';
import { pairDevice } from '../operations/devices/pair-device.ts';
import { unpairDevice } from '../operations/devices/unpair-device.ts';
import { verifyOffline } from '../operations/offline/verify-offline.ts';
import {
  toActivationCodeResponse,
  toIssueActivationCode,
  toOfflineResponse,
  toPairDevice,
  toPairedResponse,
  toUnpairDevice,
  toUnpairedResponse,
  toVerifyOffline,
} from '../wire/devices.ts';

export const deviceRoutes = [
  endpoint(devices.issueActivationCode, {
    toCommand: toIssueActivationCode,
    operation: issueActivationCode,
    toResponse: toActivationCodeResponse,
  }),
  endpoint(devices.pairDevice, {
    toCommand: toPairDevice,
    operation: pairDevice,
    toResponse: toPairedResponse,
  }),
  endpoint(devices.unpairDevice, {
    toCommand: toUnpairDevice,
    operation: unpairDevice,
    toResponse: toUnpairedResponse,
  }),
  endpoint(devices.verifyOffline, {
    toCommand: toVerifyOffline,
    operation: verifyOffline,
    toResponse: toOfflineResponse,
  }),
];
