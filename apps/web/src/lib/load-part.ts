/**
 * A part of the client (a page, a tab, a drawing) whose code could not be read. The browser keeps
 * the failure: only a load of the page tries again.
 */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded';
}

const scriptOf = (page: Document): string | null =>
  page.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;

/** The page as the server has it now; null where the server is not reached. */
async function currentPage(): Promise<Document | null> {
  try {
    const answer = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
  } catch {
    return null;
  }
}

const key = 'builds-loaded';
/**
 * Each build is loaded without a question once: replicas of two builds that answer in turn cannot
 * make the page load for ever.
 */
function isFirstTime(build: string): boolean {
  try {
    const loaded = (sessionStorage.getItem(key) ?? '').split(' ');
    if (loaded.includes(build)) return false;
    sessionStorage.setItem(key, [...loaded, build].join(' ').trim());
    return true;
  } catch {
    // Where nothing can be kept, nothing could stop a loop.
    return false;
  }
}

let leaving: Promise<boolean> | null = null;
/**
 * Whether the page is being loaded again, because the server has another build than the one that
 * runs.
 */
async function leaveForNewBuild(): Promise<boolean> {
  const page = await currentPage();
  const build = page === null ? null : scriptOf(page);
  if (build === null || build === scriptOf(document) || !isFirstTime(build)) return false;
  location.reload();
  return true;
}

/**
 * Reads a part when it is first needed. After a deployment the files of the running build are gone:
 * the new build is then loaded
 * at the address where the person is. Throws PartNotLoaded.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // Parts that fail together ask once.
    leaving ??= leaveForNewBuild();
    const left = await leaving;
    if (!left) {
      leaving = null;
      throw new PartNotLoaded('A part of the page could not be read.', { cause: error });
    }
    // Until the new page is there, what waits for the part goes on waiting.
    return new Promise<never>(() => undefined);
  }
}

/**
 * Loads the page again at its address, if the server can be reached; without it the person would
 * lose the page.
 */
export async function loadPageAgain(): Promise<boolean> {
  if ((await currentPage()) === null) return false;
  location.reload();
  return true;
}
