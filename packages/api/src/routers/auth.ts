import { operations } from '@columnist/contract';
import { getApiKey, getMe, login, logout, refresh, regenerateApiKey, register, verifyEmail } from '@columnist/core';
import { mutation, query } from '../procedure.ts';
import { router } from '../trpc.ts';

const { auth } = operations;

export const authRouter = router({
  register: mutation(auth.register, register),
  login: mutation(auth.login, login),
  refresh: mutation(auth.refresh, refresh),
  logout: mutation(auth.logout, logout),
  me: query(auth.me, getMe),
  verifyEmail: mutation(auth.verifyEmail, verifyEmail),
  getApiKey: query(auth.getApiKey, getApiKey),
  regenerateApiKey: mutation(auth.regenerateApiKey, regenerateApiKey),
});
