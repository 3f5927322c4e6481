import { Icon } from './icons.tsx';
import { useCopy } from './use-copy.ts';

/** Text to copy, under a title line. Quoted strings and comments have their colours. */
export function CodeBlock({
  title,
  code,
  onCopy,
}: {
  title: string;
  code: string;
  onCopy?: (() => void) | undefined;
}) {
  const [copied, copy] = useCopy();
  return (
    <div className="code">
      <div>
        {title}
        <button
          type="button"
          className="btn txt sml"
          onClick={() => {
            copy(code);
            onCopy?.();
          }}
        >
          <Icon name={copied ? 'check' : 'copy'} />
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
      {/* A scrolling block must be reachable by keyboard. */}
      <pre tabIndex={0} role="group" aria-label={title}>
        {code.split(/("[^"]*"|^#.*$)/m).map((part, i) => (
          <span
            key={i}
            className={part.startsWith('#') ? 'cm' : part.startsWith('"') ? 'st' : undefined}
          >
            {part}
          </span>
        ))}
      </pre>
    </div>
  );
}
