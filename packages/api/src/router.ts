import { adminRouter } from './routers/admin.ts';
import { authRouter } from './routers/auth.ts';
import { datasetsRouter } from './routers/datasets.ts';
import { usageRouter } from './routers/usage.ts';
import { router } from './trpc.ts';

const routers = {
  auth: authRouter,
  datasets: datasetsRouter,
  usage: usageRouter,
  admin: adminRouter,
};

/** All that the client knows of the server; named, as the compiler cannot write it out in full. */
export type AppRouter = ReturnType<typeof router<typeof routers>>;

export const appRouter: AppRouter = router(routers);
