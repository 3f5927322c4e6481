export { appRouter, type AppRouter } from './router.ts';
export { call } from './call.ts';
export type { CallContext } from './trpc.ts';
export { restRouter, type OpenCall } from './rest/adapter.ts';
export { answerErrors, requestIdOf, sendProblem } from './rest/problems.ts';
export { oauthRouter, resourceMetadataPath } from './oauth/oauth-router.ts';
export { resourceOf } from './oauth/authorization-server.ts';
export { openApiDocument } from './rest/openapi.ts';
export { referencePage, referenceStyles } from './rest/reference-page.ts';
