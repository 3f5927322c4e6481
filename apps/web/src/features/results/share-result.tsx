import { testQuestion, type SentQuestion } from '@columnist/contract';
import { Checkbox, Input, Popover } from 'antd';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { useCopy } from '../../ui/use-copy.ts';

/** Makes a link to a result that anybody can read. */
export function ShareResult({ id, question }: { id: string; question: SentQuestion }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<MakeLink id={id} question={question} />}
    >
      <button type="button" className="btn sml" aria-expanded={open}>
        <Icon name="link" />
        Share
      </button>
    </Popover>
  );
}

function MakeLink({ id, question }: { id: string; question: SentQuestion }) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const [single, setSingle] = useState(false);
  const [copied, copy] = useCopy();
  const share = trpc.datasets.share.useMutation({
    onSuccess: ({ url }) => {
      copy(url);
      return Promise.all([
        utils.datasets.shares.invalidate({ id }),
        utils.datasets.listTests.invalidate({ id }),
      ]);
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to make the link')),
  });
  if (share.data !== undefined) {
    return (
      <div className="share">
        <p className="s2 sm">
          Who has this link can read the result, without an account. It is shown this once, and
          closes in 30 days; renew or end it in History.
        </p>
        <Input
          readOnly
          aria-label="Link to the result"
          value={share.data.url}
          onFocus={({ target }) => target.select()}
        />
        <button type="button" className="btn pri sml" onClick={() => copy(share.data.url)}>
          {copied ? 'Copied' : 'Copy link'}
        </button>
      </div>
    );
  }
  return (
    <div className="share">
      <p className="s2 sm">
        A link to this result as it is now: the sentence, the picture, the tables and the method.
        The data stay here.
      </p>
      <Checkbox checked={single} onChange={({ target }) => setSingle(target.checked)}>
        Also show single values, such as the points of a picture
      </Checkbox>
      <button
        type="button"
        className="btn pri sml"
        disabled={share.isPending}
        onClick={() =>
          share.mutate({ id, question: testQuestion.parse(question), single_values: single })
        }
      >
        Make a link
      </button>
    </div>
  );
}
