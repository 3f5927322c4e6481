import { useQuery } from '@tanstack/react-query';
import GithubSlugger from 'github-slugger';
import { useEffect } from 'react';
import Markdown, { type Components } from 'react-markdown';
import { Link, Navigate, NavLink, useLocation, useParams } from 'react-router-dom';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import { Brand } from '../ui/brand.tsx';
import { RequestFailed } from '../ui/request-failed.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { docPages, imageOf, loadDoc } from '../features/docs/doc-pages.ts';
import './docs-page.css';

/** The documentation for users; open to everybody. */
export default function DocsPage() {
  const { name } = useParams();
  const page = docPages.find((one) => one.name === name);
  return page === undefined ? (
    <Navigate to="/docs/quick-start" replace />
  ) : (
    <Doc key={page.name} page={page} />
  );
}

function Doc({ page: { name, title } }: { page: (typeof docPages)[number] }) {
  usePageTitle(title);
  const { hash } = useLocation();
  const doc = useQuery({
    queryKey: ['doc', name],
    queryFn: () => loadDoc(name),
    staleTime: Infinity,
  });
  const loaded = doc.data !== undefined;
  useEffect(() => {
    if (loaded && hash !== '')
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
    else if (loaded) scrollTo(0, 0);
  }, [loaded, hash]);
  return (
    <div className="docs">
      <header className="docs-top">
        <Brand to="/dashboard" />
        <a className="quiet last" href="/api/docs">
          API reference
        </a>
        <Link className="quiet" to="/dashboard">
          Dashboard
        </Link>
      </header>
      <nav aria-label="Documentation">
        <ul>
          {docPages.map((one) => (
            <li key={one.name}>
              <NavLink to={`/docs/${one.name}`}>{one.title}</NavLink>
              {one.name === name && loaded && <Sections text={doc.data} />}
            </li>
          ))}
        </ul>
      </nav>
      <main className="docs-text">
        {doc.isPending && <div className="sk docs-sk" role="status" aria-label="Loading" />}
        {doc.isError && (
          <RequestFailed
            text="The page could not be loaded."
            error={doc.error}
            onRetry={doc.refetch}
          />
        )}
        {loaded && (
          <Markdown
            remarkPlugins={[remarkGfm]}
            rehypePlugins={[rehypeSlug]}
            components={components}
          >
            {doc.data}
          </Markdown>
        )}
      </main>
    </div>
  );
}

/** The second headings of a page, named as its anchors are. */
function Sections({ text }: { text: string }) {
  const slugger = new GithubSlugger();
  const outside = text.replace(/^ *```[\s\S]*?^ *```/gm, '');
  const headings = [...outside.matchAll(/^(#{1,6}) (.+)$/gm)].map(([, marks = '', words = '']) => ({
    level: marks.length,
    short: words
      .replace(/: `.*$/, '')
      .replace(/ \(.*\)$/, '')
      .replaceAll('`', ''),
    slug: slugger.slug(words.replaceAll('`', '')),
  }));
  return (
    <ul>
      {headings
        .filter(({ level }) => level === 2)
        .map(({ short, slug }) => (
          <li key={slug}>
            <a href={`#${slug}`}>{short}</a>
          </li>
        ))}
    </ul>
  );
}

/** Pages refer to each other as files do. */
const components: Components = {
  a: ({ href = '', children }) => {
    const local = /^([a-z-]+)\.md(#.*)?$/.exec(href);
    if (local !== null)
      return <Link to={`/docs/${local[1] ?? ''}${local[2] ?? ''}`}>{children}</Link>;
    return href.startsWith('../') ? (
      <>{children}</>
    ) : (
      <a href={href} rel="noreferrer">
        {children}
      </a>
    );
  },
  img: ({ src, alt }) => (
    <img src={typeof src === 'string' ? imageOf(src) : undefined} alt={alt} loading="lazy" />
  ),
  pre: ({ children }) => (
    <pre tabIndex={0} role="group" aria-label="Code">
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div className="scroll-x" role="region" aria-label="Table" tabIndex={0}>
      <table className="tb">{children}</table>
    </div>
  ),
};
