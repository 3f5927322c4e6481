import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useParams } from 'react-router-dom';
import { Brand } from '../ui/brand.tsx';
import { Note } from '../ui/note.tsx';
import { useUser } from '../lib/session.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { ResendControl } from '../features/accounts/resend-control.tsx';
import { decideRequest, findRequest, type Decision } from '../features/agents/agent-request.ts';
import { LimitFields, idsOrAll } from '../ui/limit-fields.tsx';
import './connect-page.css';

/** Where a user lets an agent in that asked by OAuth, and says what it may do. */
export default function ConnectPage() {
  const { uid = '' } = useParams();
  const user = useUser();
  const request = useQuery({
    queryKey: ['agent-request', uid],
    queryFn: () => findRequest(uid),
    retry: false,
    staleTime: Infinity,
  });
  const decide = useMutation({
    mutationFn: (decision: Decision) => decideRequest(uid, decision),
    onSuccess: (address) => location.assign(address),
  });
  const name = request.data?.name;
  usePageTitle(name === undefined ? 'Connect an agent' : `Connect ${name}`);
  return (
    <main className="page connect">
      <Brand to="/dashboard" />
      {request.isPending && (
        <div className="sk connect-sk mt24" role="status" aria-label="Loading" />
      )}
      {request.isError && (
        <>
          <h1 className="mt24">There is nothing to decide</h1>
          <p className="mt8 s2">{request.error.message}</p>
        </>
      )}
      {request.data !== undefined && (
        <>
          <h1 className="mt24">Connect {request.data.name}?</h1>
          <p className="mt8">
            It will act for <b>{user.full_name}</b> ({user.email}), within what you tick. Every call
            it makes is listed on your profile, where you can cut it off.
          </p>
          <p className="mt8 sm s2">
            “{request.data.name}” is what it calls itself. The answer goes to{' '}
            <b>{request.data.redirect_host}</b>: connect it only if that is where you started.
          </p>
          {!user.email_verified && (
            <div className="mt16">
              <Note kind="warn" action={<ResendControl email={user.email} />}>
                <b>Email Verification Required</b> We send the link to {user.email}. Then reload
                this page.
              </Note>
            </div>
          )}
          <Form<LimitFields>
            name="connect"
            className="mt16"
            layout="vertical"
            requiredMark={false}
            initialValues={{
              scopes: request.data.requested,
              dataset_ids: [],
              aggregates_only: false,
            }}
            onFinish={(fields) =>
              decide.mutate({
                allow: true,
                scopes: fields.scopes,
                dataset_ids: idsOrAll(fields.dataset_ids),
                aggregates_only: fields.aggregates_only,
              })
            }
          >
            <LimitFields />
            {decide.isError && <Note kind="err">{decide.error.message}</Note>}
            {decide.isSuccess && (
              <Note kind="ok">Done. You can go back to {request.data.name}.</Note>
            )}
            <div className="row mt16">
              <Button
                type="primary"
                htmlType="submit"
                loading={decide.isPending}
                disabled={!user.email_verified || decide.isSuccess}
              >
                Connect
              </Button>
              <Button
                disabled={decide.isPending || decide.isSuccess}
                onClick={() => decide.mutate({ allow: false })}
              >
                Do not connect
              </Button>
            </div>
          </Form>
        </>
      )}
    </main>
  );
}
