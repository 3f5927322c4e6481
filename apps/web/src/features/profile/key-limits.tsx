import { Button, Form, Input } from 'antd';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { LimitFields, idsOrAll } from '../../ui/limit-fields.tsx';

interface Fields extends LimitFields {
  expires: string;
}

/** What the API key may do. The key itself stays as it is. */
export function KeyLimits() {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const key = trpc.auth.getApiKey.useQuery({ reveal: false }, { gcTime: 0 });
  const limit = trpc.auth.limitApiKey.useMutation({
    onSuccess: async () => {
      void message.success('The limits of your key were saved.');
      await utils.auth.getApiKey.invalidate();
    },
    onError: (error) => void message.error(detailOf(error, 'The limits could not be saved.')),
  });
  const limits = key.data?.limits;
  if (limits === undefined || limits === null) return null;
  const save = (fields: Fields) =>
    limit.mutate({
      scopes: fields.scopes,
      dataset_ids: idsOrAll(fields.dataset_ids),
      aggregates_only: fields.aggregates_only,
      expires_at: fields.expires === '' ? null : `${fields.expires}T23:59:59.000Z`,
    });
  return (
    <section className="sec mt32" aria-labelledby="limits-title">
      <header>
        <h2 id="limits-title">What the key may do</h2>
        <p>Of the account’s key. Acts on the next call; the key stays the same.</p>
      </header>
      <Form<Fields>
        name="key-limits"
        className="narrow"
        layout="vertical"
        requiredMark={false}
        initialValues={{
          scopes: limits.scopes,
          dataset_ids: limits.dataset_ids ?? [],
          aggregates_only: limits.aggregates_only,
          expires: limits.expires_at?.slice(0, 10) ?? '',
        }}
        onFinish={save}
      >
        <LimitFields />
        <Form.Item name="expires" label="Works until (UTC)" extra="Leave it empty for no end.">
          <Input type="date" />
        </Form.Item>
        <Button htmlType="submit" loading={limit.isPending}>
          Save limits
        </Button>
      </Form>
    </section>
  );
}
