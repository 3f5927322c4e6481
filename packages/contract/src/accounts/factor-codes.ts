import { z } from 'zod';

/** As a person types it, of their authenticator app. */
export const factorCode = z.string().trim().min(1, { error: 'Type the code.' }).max(20);
export const recoveryCode = z.string().trim().min(1, { error: 'Type the recovery code.' }).max(50);
