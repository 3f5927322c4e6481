import { allOperations } from '@columnist/contract';
import { must, mustBe, type Check } from './check.ts';
import { asKey, asSession, type Answer } from './site.ts';

/** Who may do what, and how often, by the numbers of the standard. */
export const accessChecks: readonly Check[] = [
  {
    number: '8.2.1',
    title: 'Every operation refuses anyone who sends no credential',
    run: async (site) => {
      const guarded = allOperations.filter(
        ({ access, rest }) => access !== 'public' && rest !== undefined,
      );
      for (const { rest } of guarded) {
        if (rest === undefined) continue;
        const path = rest.path.replaceAll(/\{\w+\}/g, site.dataset);
        const answer = await site.ask(
          rest.method.toUpperCase(),
          path,
          rest.method === 'get' || rest.method === 'delete' ? {} : { body: {} },
        );
        mustBe(answer, 401, `${rest.method} ${path}`);
      }
      return `${guarded.length} routes`;
    },
  },
  {
    number: '8.2.2',
    title: 'What is somebody else’s is answered like what is not there, on every route with an id',
    run: async (site) => {
      const routes = allOperations.flatMap(({ rest, access }) =>
        access !== 'public' &&
        rest?.path.startsWith('/api/v1/datasets/{id}') === true &&
        rest.body !== 'multipart'
          ? [rest]
          : [],
      );
      let routesTried = 0;
      for (const { method, path } of routes) {
        if (/\{(?!id\})/.test(path)) continue;
        const ask = (id: string): Promise<Answer> =>
          site.ask(method.toUpperCase(), path.replace('{id}', id), {
            headers: asSession(site.mallory),
            ...(method === 'get' || method === 'delete' ? {} : { body: {} }),
          });
        const [theirs, nobodys] = [
          await ask(site.dataset),
          await ask('01900000-0000-7000-8000-000000000000'),
        ];
        const shape = ({ status, text }: Answer): string =>
          `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`;
        must(
          theirs.status === 404 || theirs.status === 422 || theirs.status === 403,
          `${method} ${path}: ${theirs.status}`,
        );
        must(
          shape(theirs) === shape(nobodys),
          `${method} ${path} tells them apart: ${shape(theirs)} / ${shape(nobodys)}`,
        );
        routesTried += 1;
      }
      must(
        (
          await site.ask('GET', `/api/v1/datasets/${site.dataset}`, {
            headers: asSession(site.alice),
          })
        ).status === 200,
        'the dataset is gone',
      );
      return `${routesTried} routes`;
    },
  },
  {
    number: '8.3.1',
    title: 'Keys never reach what is for sessions, and users never what is for administrators',
    run: async (site) => {
      const operations = allOperations.filter(
        ({ access, rest }) =>
          access !== 'public' && rest !== undefined && !access.via.includes('api-key'),
      );
      for (const { rest, access } of operations) {
        if (rest === undefined || access === 'public') continue;
        const path = rest.path.replaceAll(/\{\w+\}/g, '01900000-0000-7000-8000-000000000000');
        const body = rest.method === 'get' || rest.method === 'delete' ? {} : { body: {} };
        mustBe(
          await site.ask(rest.method.toUpperCase(), path, {
            headers: asKey(site.mallory),
            ...body,
          }),
          403,
          `${rest.method} ${path} by key`,
        );
        if (access.role !== undefined)
          mustBe(
            await site.ask(rest.method.toUpperCase(), path, {
              headers: asSession(site.mallory),
              ...body,
            }),
            403,
            `${rest.method} ${path} by a user`,
          );
      }
      return `${operations.length} operations`;
    },
  },
  {
    number: '15.4.2',
    title: 'A quota cannot be outrun in parallel',
    run: async (site) => {
      const calls = await Promise.all(
        Array.from({ length: 300 }, () =>
          site.ask('POST', '/api/v1/statistics', {
            headers: asKey(site.mallory),
            body: { data: { x: [1, 2, 3] } },
          }),
        ),
      );
      const [passed, refused] = [
        calls.filter(({ status }) => status === 200).length,
        calls.filter(({ status }) => status === 429 || status === 503).length,
      ];
      must(
        passed <= 100 && passed + refused === 300,
        `${passed} passed, ${refused} were refused, of 300`,
      );
      const used = (
        await site.ask('GET', '/api/freemium/usage', { headers: asSession(site.mallory) })
      ).json()['api_queries'];
      must(Number(used) <= 100, `${String(used)} are counted`);
      return `${passed} of 300 passed, ${String(used)} counted`;
    },
  },
];
