import { execFileSync } from 'node:child_process';
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { z } from 'zod';

const program = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { preferMainThread } from ${JSON.stringify(new URL('prefer-main-thread.ts', import.meta.url).href)};
  await preferMainThread();
  console.log(JSON.stringify(readdirSync('/proc/self/task').map((id) => ({
    name: readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim(),
    priority: getPriority(Number(id)),
  }))));
`;
const threads = z.array(z.object({ name: z.string(), priority: z.int() }));

test.skipIf(process.platform !== 'linux')(
  'the threads that compress and hash yield to the main thread, and no others',
  () => {
    const found = threads.parse(
      JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', program], {
          encoding: 'utf8',
        }),
      ),
    );
    const lowered = found.filter(
      ({ priority }) => priority === constants.priority.PRIORITY_BELOW_NORMAL,
    );
    expect(lowered).toHaveLength(4);
    expect(lowered.every(({ name }) => name.startsWith('libuv'))).toBe(true);
    expect(found.filter(({ name }) => name.startsWith('libuv'))).toHaveLength(4);
  },
);
