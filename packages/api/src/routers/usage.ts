import { operations } from '@columnist/contract';
import {
  cancelSubscription,
  createCheckoutSession,
  getSubscription,
  getUsage,
  listInvoices,
  listPlans,
  openBillingPortal,
  resumeSubscription,
} from '@columnist/core';
import { mutation, query } from '../procedure.ts';
import { router } from '../trpc.ts';

const { usage } = operations;

export const usageRouter = router({
  get: query(usage.get, getUsage),
  plans: query(usage.plans, listPlans),
  subscription: query(usage.subscription, getSubscription),
  createCheckoutSession: mutation(usage.createCheckoutSession, createCheckoutSession),
  cancelSubscription: mutation(usage.cancelSubscription, cancelSubscription),
  resumeSubscription: mutation(usage.resumeSubscription, resumeSubscription),
  billingPortal: mutation(usage.billingPortal, openBillingPortal),
  invoices: query(usage.invoices, listInvoices),
});
