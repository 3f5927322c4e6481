export { appRouter, type AppRouter } from './router.ts';
export { call } from './call.ts';
export { asAppError, reportProblem, type CallContext } from './trpc.ts';
export { restRouter, sendProblem, type OpenCall } from './rest/adapter.ts';
export { openApiDocument } from './rest/openapi.ts';
