import { accountKeyOperations, sessionOperations } from './account-operations.ts';
import { activityOperations } from './activity-operations.ts';
import { agentOperations } from './agent-operations.ts';
import { keyOperations } from './key-operations.ts';
import { secondFactorOperations } from './second-factor-operations.ts';
import {
  recoveryOperations,
  signInOperations,
  verificationOperations,
} from './sign-in-operations.ts';

/** What can be asked about one's own account; lists and documents have this order. */
export const authOperations = {
  ...signInOperations,
  ...recoveryOperations,
  ...sessionOperations,
  ...verificationOperations,
  ...accountKeyOperations,
  ...secondFactorOperations,
  ...keyOperations,
  ...agentOperations,
  ...activityOperations,
};
