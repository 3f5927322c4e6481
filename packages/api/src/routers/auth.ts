import { operations } from '@columnist/contract';
import {
  deleteAccount,
  exportData,
  forgotPassword,
  getApiKey,
  getMe,
  limitApiKey,
  listSessions,
  login,
  logout,
  makeChallenge,
  refresh,
  regenerateApiKey,
  register,
  resendVerification,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  updateMe,
  verifyEmail,
  verifyPassword,
} from '@columnist/core';
import { mutation, query } from '../procedure.ts';
import { router } from '../trpc.ts';

const { auth } = operations;

export const authRouter = router({
  register: mutation(auth.register, register),
  login: mutation(auth.login, login),
  refresh: mutation(auth.refresh, refresh),
  logout: mutation(auth.logout, logout),
  me: query(auth.me, getMe),
  updateMe: mutation(auth.updateMe, updateMe),
  verifyPassword: mutation(auth.verifyPassword, verifyPassword),
  forgotPassword: mutation(auth.forgotPassword, forgotPassword),
  resetPassword: mutation(auth.resetPassword, resetPassword),
  resendVerification: mutation(auth.resendVerification, resendVerification),
  challenge: query(auth.challenge, makeChallenge),
  sessions: query(auth.sessions, listSessions),
  revokeSession: mutation(auth.revokeSession, revokeSession),
  revokeOtherSessions: mutation(auth.revokeOtherSessions, revokeOtherSessions),
  exportData: query(auth.exportData, exportData),
  deleteAccount: mutation(auth.deleteAccount, deleteAccount),
  limitApiKey: mutation(auth.limitApiKey, limitApiKey),
  verifyEmail: mutation(auth.verifyEmail, verifyEmail),
  getApiKey: query(auth.getApiKey, getApiKey),
  regenerateApiKey: mutation(auth.regenerateApiKey, regenerateApiKey),
});
