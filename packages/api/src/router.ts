import { adminRouter } from './routers/admin.ts';
import { authRouter } from './routers/auth.ts';
import { datasetsRouter } from './routers/datasets.ts';
import { usageRouter } from './routers/usage.ts';
import { router } from './trpc.ts';

export const appRouter = router({
  auth: authRouter,
  datasets: datasetsRouter,
  usage: usageRouter,
  admin: adminRouter,
});

/** All that the client knows of the server. */
export type AppRouter = typeof appRouter;
