import { adminRouter } from './routers/admin.ts';
import { authRouter } from './routers/auth.ts';
import { datasetsRouter } from './routers/datasets.ts';
import { usageRouter } from './routers/usage.ts';
import { router } from './trpc.ts';

/**
 * Types by their names: written out in full they are longer than the compiler allows. An alias, as
 * an interface has no index signature, which tRPC asks for.
 */
type Routers = {
  auth: typeof authRouter;
  datasets: typeof datasetsRouter;
  usage: typeof usageRouter;
  admin: typeof adminRouter;
};

const routers: Routers = {
  auth: authRouter,
  datasets: datasetsRouter,
  usage: usageRouter,
  admin: adminRouter,
};

/** All that the client knows of the server. */
export type AppRouter = ReturnType<typeof router<Routers>>;

export const appRouter: AppRouter = router(routers);
