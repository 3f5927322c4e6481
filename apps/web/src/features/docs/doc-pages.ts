/** The documentation, in the order in which it is read. */
export const docPages = [
  { name: 'quick-start', title: 'Quick start for scripts' },
  { name: 'rest', title: 'REST' },
  { name: 'agents', title: 'Connect an AI agent' },
  { name: 'tools', title: 'Tools of agents' },
  { name: 'questions', title: 'Ten questions by an agent' },
  { name: 'importing', title: 'Importing files' },
  { name: 'views', title: 'Views' },
  { name: 'view-semantics', title: 'What a view means' },
  { name: 'sql', title: 'SQL' },
  { name: 'workbench', title: 'The workbench' },
  { name: 'statistics', title: 'Statistics' },
  { name: 'validation', title: 'Validation' },
  { name: 'billing', title: 'Billing' },
  { name: 'administration', title: 'Administration' },
] as const;
export type DocName = (typeof docPages)[number]['name'];

const texts = import.meta.glob<string>('../../../../../docs/*.md', {
  query: '?raw',
  import: 'default',
});
const images = import.meta.glob<string>('../../../../../docs/images/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});
const folder = '../../../../../docs/';

/** The text of a page, with the address of this server in it. */
export async function loadDoc(name: DocName): Promise<string> {
  const text = await texts[`${folder}${name}.md`]?.();
  if (text === undefined) throw new Error('This page is missing.');
  return text.replaceAll('https://columnist.example', location.origin);
}

/** Where an image of a page is. */
export const imageOf = (path: string): string | undefined => images[folder + path];
